import { lstatSync } from "node:fs";
import { type StoreDir, storeFailure } from "./store-dir.ts";

export interface FolderChange {
  /** Nanoseconds since 1970. */
  at: bigint;
  /** Whether a later change certainly has another time. */
  isSure: boolean;
  /** False for a file or symlink in place of the folder. */
  isFolder: boolean;
}

/** Milliseconds. Change times have a resolution, so a recent one may hide a later change in the same tick. */
const UNSURE = 100;

/** Time of the last change of a folder's names. */
export function folderChange(dir: StoreDir, folder: string): FolderChange {
  try {
    const found = lstatSync(folder, { bigint: true });
    const isSure = Math.abs(Date.now() - Number(found.mtimeMs)) > UNSURE;
    return { at: found.mtimeNs, isSure, isFolder: found.isDirectory() };
  } catch (error) {
    throw storeFailure(dir, "read", folder, error);
  }
}
