import { randomBytes } from "node:crypto";
import { renameSync } from "node:fs";
import { basename, join } from "node:path";
import { OvldError } from "#errors/ovld-error.ts";
import type { RoleId } from "#mail/message.ts";
import { folderIn, isGone, type StoreDir, storeFailure } from "./store-dir.ts";

/**
 * Moves a damaged file, bytes untouched, so that it does not block the rest. False if an agent has replaced the
 * quarantine folder: then the file stays, and the rest is still read.
 */
export function quarantine(dir: StoreDir, role: RoleId, file: string, reason: string): boolean {
  const folder = folderFor(dir, role);
  if (folder === undefined) return false;
  const target = join(folder, `${basename(file).slice(0, 200)}.${randomBytes(4).toString("hex")}`);
  try {
    renameSync(file, target);
  } catch (error) {
    if (isGone(error)) return true;
    throw storeFailure(dir, "write", target, error);
  }
  dir.log.write("warn", "file-quarantined", { role, file, target, reason });
  return true;
}

function folderFor(dir: StoreDir, role: RoleId): string | undefined {
  try {
    return folderIn(dir, "quarantine", role);
  } catch (error) {
    if (!OvldError.is(error, "store-damaged")) throw error;
    dir.log.write("warn", "not-quarantined", { role, file: error.details.file });
    return undefined;
  }
}
