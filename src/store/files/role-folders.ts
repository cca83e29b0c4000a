import { readdirSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { MessageId, RoleId } from "#store/mail-store.ts";
import { SUFFIX } from "./message-file.ts";
import { folderIn, type Site, storeFailure } from "./site.ts";

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
export function foldersOf(site: Site, role: RoleId): RoleFolders {
  const claims = folderIn(site, "archive", role, ".claims");
  return { role, inbox: folderIn(site, "inbox", role), claims, archive: dirname(claims) };
}

/** Put together without `join`, which would be most of the cost of a long listing. */
export function messageFile(folder: string, id: MessageId): string {
  return `${folder}/${id}${SUFFIX}`;
}

/** The names in a folder that are not hidden. */
export async function list(site: Site, folder: string): Promise<string[]> {
  try {
    return shownAmong(await readdir(folder));
  } catch (error) {
    throw storeFailure(site, "read", folder, error);
  }
}

/** The same at once, for a folder that is never large: the way through another thread takes longer than the reading. */
export function listNow(site: Site, folder: string): string[] {
  try {
    return shownAmong(readdirSync(folder));
  } catch (error) {
    throw storeFailure(site, "read", folder, error);
  }
}

function shownAmong(names: readonly string[]): string[] {
  return names.filter((name) => !name.startsWith("."));
}
