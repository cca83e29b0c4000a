import { lstatSync } from "node:fs";
import { type StoreDir, storeFailure } from "./store-dir.ts";

export interface FolderChange {
  /** Nanoseconds since 1970. */
  at: bigint;
  /** Whether a later change is sure to have another time. */
  isSure: boolean;
  /** False for what only has the place of a folder. */
  isFolder: boolean;
}

/** A folder's change time moves in steps, so one this young may hide a later change of the same step. */
const UNSURE = 100;

/** When a name last came into a folder of the store, or went from it. */
export function folderChange(dir: StoreDir, folder: string): FolderChange {
  try {
    const found = lstatSync(folder, { bigint: true });
    const isSure = Math.abs(Date.now() - Number(found.mtimeMs)) > UNSURE;
    return { at: found.mtimeNs, isSure, isFolder: found.isDirectory() };
  } catch (error) {
    throw storeFailure(dir, "read", folder, error);
  }
}
