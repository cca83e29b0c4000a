import { readdirSync } from "node:fs";
import { readdir } from "node:fs/promises";
import type { MessageId, RoleId } from "#mail/message.ts";
import { idIn, SUFFIX } from "./message-file.ts";
import { folderFinder, type StoreDir, storeFailure } from "./store-dir.ts";

/** Folders of one role's mail. A message moves in one direction: inbox, claims, archive. */
export interface RoleFolders {
  role: RoleId;
  inbox: string;
  claims: string;
  archive: string;
}

/** Number of messages to process before yielding to other work of this process. */
export const BATCH = 64;

/** The folders are checked once per operation; see `folderIn`. */
export function foldersOf(dir: StoreDir, role: RoleId, find = folderFinder(dir)): RoleFolders {
  const archive = find("archive", role);
  return { role, inbox: find("inbox", role), claims: find("archive", role, ".claims"), archive };
}

/** Without `join`, which would be most of the cost of a long listing. */
export function messageFile(folder: string, id: MessageId): string {
  return `${folder}/${id}${SUFFIX}`;
}

/** Names in a folder, without those that begin with a dot. */
export interface Names {
  /** Ids from the names of message files, in no order. */
  ids: MessageId[];
  others: string[];
}

export async function list(dir: StoreDir, folder: string): Promise<Names> {
  const names: Names = { ids: [], others: [] };
  try {
    for (const name of await readdir(folder)) {
      const id = idIn(name);
      if (id !== undefined) names.ids.push(id);
      else if (!name.startsWith(".")) names.others.push(name);
    }
    return names;
  } catch (error) {
    throw storeFailure(dir, "read", folder, error);
  }
}

/** Synchronous, for small folders: a thread switch takes longer than the listing. */
export function listNow(dir: StoreDir, folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith("."));
  } catch (error) {
    throw storeFailure(dir, "read", folder, error);
  }
}
