import { closeSync, fsyncSync, lstatSync, mkdirSync, openSync, type Stats } from "node:fs";
import { dirname, join } from "node:path";
import type { Clock } from "#base/clock.ts";
import { fileFailure } from "#base/files.ts";
import type { Log } from "#base/log.ts";
import type { ProcessIdentity } from "#base/process-identity.ts";
import { OvldError, systemCode } from "#errors/ovld-error.ts";

/** One open store: its folder and the process that opened it. */
export interface StoreDir {
  readonly root: string;
  readonly clock: Clock;
  readonly log: Log;
  owner(): Promise<ProcessIdentity>;
}

/**
 * The path of a folder inside the store. Every part of the path is checked each time, because a symlink in its place
 * would redirect the mail. A removed folder is made again while the store exists.
 */
export function folderIn(dir: StoreDir, ...parts: readonly string[]): string {
  return reach(dir, parts);
}

/** `folderIn` for one operation on many folders: common parts of the paths are checked once. */
export function folderFinder(dir: StoreDir): (...parts: readonly string[]) => string {
  const seen = new Set<string>();
  return (...parts) => reach(dir, parts, seen);
}

/** Without `join`, which leaves more garbage than the checks. */
function reach(dir: StoreDir, parts: readonly string[], seen?: Set<string>): string {
  let path = dir.root;
  if (!seen?.has(path)) requireFolder(path, look(dir, path));
  seen?.add(path);
  for (const part of parts) {
    path = `${path}/${part}`;
    if (seen?.has(path)) continue;
    const found = look(dir, path);
    if (found) requireFolder(path, found);
    else remake(dir, path);
    seen?.add(path);
  }
  return path;
}

/** A symlink in place of a folder may lead into another army's store. */
export function requireFolder(path: string, found: Stats | undefined): void {
  if (found && !found.isDirectory()) throw new OvldError("store-damaged", { file: path });
}

function look(dir: StoreDir, path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw storeFailure(dir, "read", path, error);
  }
}

/** The folder of the store that agents cannot write to. */
export const CLOSED = "closed";

export function rosterFile({ root }: Pick<StoreDir, "root">): string {
  return join(root, CLOSED, "roster.json");
}

/** Without a roster the whole store is gone, so the failure is `store-missing`. */
export function storeFailure(dir: StoreDir, action: "read" | "write", file: string, error: unknown): OvldError {
  if (isGone(error) && !exists(dir)) return new OvldError("store-missing", { folder: dir.root, cause: error });
  return fileFailure(action, file, error);
}

export function isGone(error: unknown): boolean {
  return systemCode(error) === "ENOENT";
}

/** Must be called before any part of the store is made again. */
export function requireStore(dir: StoreDir): void {
  if (!exists(dir)) throw new OvldError("store-missing", { folder: dir.root });
}

function remake(dir: StoreDir, path: string): void {
  requireStore(dir);
  try {
    mkdirSync(path, { mode: 0o700 });
    keepName(path);
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw storeFailure(dir, "write", path, error);
  }
}

/** Synced files are lost if the folder's own name is not synced. */
function keepName(path: string): void {
  const parent = openSync(dirname(path), "r");
  try {
    fsyncSync(parent);
  } finally {
    closeSync(parent);
  }
}

/** `clean` removes the roster first, so that no folder is made again afterwards. */
function exists(dir: StoreDir): boolean {
  return lstatSync(rosterFile(dir), { throwIfNoEntry: false }) !== undefined;
}
