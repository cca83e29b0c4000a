import { randomBytes } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { systemCode } from "#base/errors.ts";
import { fileFailure } from "#base/files.ts";
import { isGone, type Site } from "./site.ts";

/** The roster goes first: from then on nobody makes a folder of this store again. */
const PARTS = ["roster.json", "inbox", "status", "pending", "mcp", "archive", "quarantine", ".tmp", ".clock"];
const ASIDE = ".removed-";

/**
 * Each part is renamed away before it is emptied, so that a writer in the middle of a message fails as a whole. Only
 * what a store is made of is removed: the folder's name may come from a variable that somebody set wrong.
 */
export async function cleanStore(site: Site): Promise<void> {
  if (!lstatSync(site.root, { throwIfNoEntry: false })) return;
  try {
    const aside = join(site.root, ASIDE + randomBytes(6).toString("hex"));
    mkdirSync(aside, { mode: 0o700 });
    for (const part of PARTS) moveIfThere(join(site.root, part), join(aside, part));
    for (const name of readdirSync(site.root))
      if (name.startsWith(ASIDE)) await rm(join(site.root, name), { recursive: true, force: true });
    removeIfEmpty(site);
  } catch (error) {
    if (!isGone(error)) throw fileFailure("remove", site.root, error);
  }
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

function removeIfEmpty(site: Site): void {
  try {
    rmdirSync(site.root);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST", "EBUSY"].includes(systemCode(error) ?? "")) throw error;
    site.log.write("warn", "folder-not-empty", { folder: site.root });
  }
}
