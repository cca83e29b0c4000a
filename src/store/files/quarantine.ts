import { randomBytes } from "node:crypto";
import { renameSync } from "node:fs";
import { basename, join } from "node:path";
import type { RoleId } from "#store/mail-store.ts";
import { folderIn, isGone, type Site, storeFailure } from "./site.ts";

/** Moves what cannot be read out of the way, bytes untouched, so that one bad file does not hold up the rest. */
export function quarantine(site: Site, role: RoleId, file: string, reason: string): void {
  const name = `${basename(file).slice(0, 200)}.${randomBytes(4).toString("hex")}`;
  const target = join(folderIn(site, "quarantine", role), name);
  try {
    renameSync(file, target);
  } catch (error) {
    if (isGone(error)) return;
    throw storeFailure(site, "write", target, error);
  }
  site.log.write("warn", "file-quarantined", { role, file, target, reason });
}
