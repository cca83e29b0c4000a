import { lstatSync } from "node:fs";
import { type Site, storeFailure } from "./site.ts";

export interface FolderChange {
  /** Nanoseconds since 1970. */
  at: bigint;
  /** Whether a later change is sure to have another time. */
  isSure: boolean;
}

/** A folder's change time moves in steps, so one this young may hide a later change of the same step. */
const UNSURE = 100;

/** When a name last came into a folder of the store, or went from it. */
export function folderChange(site: Site, folder: string): FolderChange {
  try {
    const { mtimeNs, mtimeMs } = lstatSync(folder, { bigint: true });
    return { at: mtimeNs, isSure: Math.abs(Date.now() - Number(mtimeMs)) > UNSURE };
  } catch (error) {
    throw storeFailure(site, "read", folder, error);
  }
}
