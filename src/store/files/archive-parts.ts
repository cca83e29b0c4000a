import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import type { MessageId } from "#mail/message.ts";
import type { FolderLists } from "./folder-lists.ts";
import { messageFile, type RoleFolders } from "./role-folders.ts";
import { folderIn, type StoreDir } from "./store-dir.ts";

/** An archive is divided by the start of the ids, about nine hours of mail, so that no listing grows with its age. */
const PART_LENGTH = 5;

/** The part of an archive that a message belongs to; parts sort as their messages do. */
export function partOf(id: MessageId): string {
  return id.slice(0, PART_LENGTH);
}

/** The place of a message in its role's archive; its folder is made. */
export function archiveFolder(dir: StoreDir, role: string, id: MessageId): string {
  return messageFile(folderIn(dir, "archive", role, partOf(id)), id);
}

/** The file of an archived message, also where ovld 0.1 kept it. */
export function archivedFile({ archive }: RoleFolders, id: MessageId): string | undefined {
  const part = join(archive, partOf(id));
  const files = [...(isFolder(part) ? [messageFile(part, id)] : []), messageFile(archive, id)];
  return files.find((file) => existsSync(file));
}

export interface ArchiveList {
  /** In no order. */
  parts: string[];
  /** Messages beside the parts: ovld 0.1 kept all of them there. */
  loose: readonly MessageId[];
}

export async function listArchive({ archive }: RoleFolders, lists: FolderLists): Promise<ArchiveList> {
  const { ids, others } = await lists.names(archive);
  return { parts: others.filter((name) => !name.includes(".")), loose: ids };
}

/** The folders of the parts, without what only has the name of one. */
export async function partFolders(folders: RoleFolders, lists: FolderLists): Promise<string[]> {
  const { parts } = await listArchive(folders, lists);
  return parts.map((part) => join(folders.archive, part)).filter(isFolder);
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
