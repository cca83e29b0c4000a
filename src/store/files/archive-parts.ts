import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import type { MessageId } from "#mail/message.ts";
import type { FolderLists } from "./folder-lists.ts";
import { messageFile, type RoleFolders } from "./role-folders.ts";
import { folderIn, type StoreDir } from "./store-dir.ts";

/** Characters of an id that name a part of the archive, about nine hours of mail, to keep listings small. */
const PART_LENGTH = 5;

/** The archive part of a message; parts sort like their messages. */
export function partOf(id: MessageId): string {
  return id.slice(0, PART_LENGTH);
}

/** Path of a message in its role's archive; creates the part's folder. */
export function archiveFolder(dir: StoreDir, role: string, id: MessageId): string {
  return messageFile(folderIn(dir, "archive", role, partOf(id)), id);
}

/** The file of an archived message, in its part or in the flat archive of ovld 0.1. */
export function archivedFile({ archive }: RoleFolders, id: MessageId): string | undefined {
  const part = join(archive, partOf(id));
  const files = [...(isFolder(part) ? [messageFile(part, id)] : []), messageFile(archive, id)];
  return files.find((file) => existsSync(file));
}

export interface ArchiveList {
  /** In no order. */
  parts: string[];
  /** Messages outside the parts, from ovld 0.1. */
  loose: readonly MessageId[];
}

export async function listArchive({ archive }: RoleFolders, lists: FolderLists): Promise<ArchiveList> {
  const { ids, others } = await lists.names(archive);
  return { parts: others.filter((name) => !name.includes(".")), loose: ids };
}

/** The folders of the parts, without other files that have a part's name. */
export async function partFolders(folders: RoleFolders, lists: FolderLists): Promise<string[]> {
  const { parts } = await listArchive(folders, lists);
  return parts.map((part) => join(folders.archive, part)).filter(isFolder);
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
