import { readdirSync } from "node:fs";
import { readdir } from "node:fs/promises";
import type { MessageId, RoleId } from "#mail/message.ts";
import { idIn, SUFFIX } from "./message-file.ts";
import { folderFinder, type StoreDir, storeFailure } from "./store-dir.ts";

/** Where one role's mail lies. It only ever moves on: inbox, claims, perhaps a later reader's claim, archive. */
export interface RoleFolders {
  role: RoleId;
  inbox: string;
  claims: string;
  archive: string;
}

/** How many messages are worked on before others of this process get their turn. */
export const BATCH = 64;

/** Looked at once per operation; see `folderIn`. */
export function foldersOf(dir: StoreDir, role: RoleId, find = folderFinder(dir)): RoleFolders {
  const archive = find("archive", role);
  return { role, inbox: find("inbox", role), claims: find("archive", role, ".claims"), archive };
}

/** Put together without `join`, which would be most of the cost of a long listing. */
export function messageFile(folder: string, id: MessageId): string {
  return `${folder}/${id}${SUFFIX}`;
}

/** What a folder shows: names that begin with a dot are hidden. */
export interface Names {
  /** Of the files that are named as messages are, in no order. */
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

/** The names in a folder that is never large, at once: the way through another thread takes longer than the reading. */
export function listNow(dir: StoreDir, folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith("."));
  } catch (error) {
    throw storeFailure(dir, "read", folder, error);
  }
}
