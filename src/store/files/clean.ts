import { randomBytes } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileFailure } from "#base/files.ts";
import { systemCode } from "#errors/ovld-error.ts";
import { CLOSED, isGone, requireFolder, rosterFile, type StoreDir } from "./store-dir.ts";

/** The roster is removed first: without it no process makes a folder of this store again. */
const PARTS = [
  CLOSED,
  "inbox",
  "status",
  "pending",
  "counts",
  "delivery",
  "mcp",
  "archive",
  "quarantine",
  ".tmp",
  ".clock",
];
const ASIDE = ".removed-";

/** A writer that checked the roster before its removal may make a part again. */
const ROUNDS = 5;

/**
 * Each part is renamed before it is emptied, so that a concurrent write fails as a whole. Only known parts of a store
 * are removed, because the folder's name may come from a wrong environment variable.
 */
export async function cleanStore(dir: StoreDir): Promise<void> {
  try {
    for (let round = 0; round < ROUNDS && (round === 0 || hasParts(dir)); round++) {
      const found = lstatSync(dir.root, { throwIfNoEntry: false });
      if (!found) return;
      requireFolder(dir.root, found);
      await removeParts(dir.root);
      removeIfEmpty(dir);
    }
  } catch (error) {
    if (!isGone(error)) throw fileFailure("remove", dir.root, error);
  }
}

/** Whether the roster was removed by anything but `clean`: then the mail must be kept. */
export function hasLostRoster(folder: string): boolean {
  if (existsSync(rosterFile({ root: folder })) || !existsSync(join(folder, "inbox"))) return false;
  return !readdirSync(folder).some((name) => name.startsWith(ASIDE));
}

async function removeParts(root: string): Promise<void> {
  const aside = join(root, ASIDE + randomBytes(6).toString("hex"));
  mkdirSync(aside, { mode: 0o700 });
  for (const part of PARTS) moveIfThere(join(root, part), join(aside, part));
  for (const name of readdirSync(root))
    if (name.startsWith(ASIDE)) await rm(join(root, name), { recursive: true, force: true });
}

function hasParts(dir: StoreDir): boolean {
  return PARTS.some((part) => existsSync(join(dir.root, part)));
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

function removeIfEmpty(dir: StoreDir): void {
  try {
    rmdirSync(dir.root);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST", "EBUSY"].includes(systemCode(error) ?? "")) throw error;
    dir.log.write("warn", "folder-not-empty", { folder: dir.root });
  }
}
