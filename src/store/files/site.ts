import { closeSync, fsyncSync, lstatSync, mkdirSync, openSync, type Stats } from "node:fs";
import { dirname, join } from "node:path";
import type { Clock } from "#base/clock.ts";
import { fileFailure } from "#base/files.ts";
import type { Log } from "#base/log.ts";
import type { ProcessIdentity } from "#base/process-identity.ts";
import { OvldError, systemCode } from "#errors/ovld-error.ts";

/** One open store: its folder, and whose it is. */
export interface Site {
  readonly root: string;
  readonly clock: Clock;
  readonly log: Log;
  owner(): Promise<ProcessIdentity>;
}

/**
 * The path of a folder inside the store. Every part of it is looked at each time, because a link planted in its
 * place would lead the mail elsewhere; a folder that somebody removed is made again while the store stands.
 */
export function folderIn(site: Site, ...parts: readonly string[]): string {
  return reach(site, parts);
}

/** `folderIn` for one operation on many folders: what several paths go through is looked at once. */
export function folderFinder(site: Site): (...parts: readonly string[]) => string {
  const seen = new Set<string>();
  return (...parts) => reach(site, parts, seen);
}

/** Paths are put together without `join`, which leaves more garbage than the looking does. */
function reach(site: Site, parts: readonly string[], seen?: Set<string>): string {
  let path = site.root;
  if (!seen?.has(path)) requireFolder(path, look(site, path));
  seen?.add(path);
  for (const part of parts) {
    path = `${path}/${part}`;
    if (seen?.has(path)) continue;
    const found = look(site, path);
    if (found) requireFolder(path, found);
    else remake(site, path);
    seen?.add(path);
  }
  return path;
}

/** A link in the place of a folder leads elsewhere, perhaps into another army's store. */
export function requireFolder(path: string, found: Stats | undefined): void {
  if (found && !found.isDirectory()) throw new OvldError("store-damaged", { file: path });
}

function look(site: Site, path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw storeFailure(site, "read", path, error);
  }
}

/** The folder of the store that agents cannot write to. */
export const CLOSED = "closed";

export function rosterFile({ root }: Pick<Site, "root">): string {
  return join(root, CLOSED, "roster.json");
}

/** What a failed system call means here: without a roster the whole store is gone, and that is the fact to tell. */
export function storeFailure(site: Site, action: "read" | "write", file: string, error: unknown): OvldError {
  if (isGone(error) && !stands(site)) return new OvldError("store-missing", { folder: site.root, cause: error });
  return fileFailure(action, file, error);
}

export function isGone(error: unknown): boolean {
  return systemCode(error) === "ENOENT";
}

/** To be asked before any part of the store is made again. */
export function requireStanding(site: Site): void {
  if (!stands(site)) throw new OvldError("store-missing", { folder: site.root });
}

function remake(site: Site, path: string): void {
  requireStanding(site);
  try {
    mkdirSync(path, { mode: 0o700 });
    keepName(path);
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw storeFailure(site, "write", path, error);
  }
}

/** What is synced in a folder is lost with the folder's own name. */
function keepName(path: string): void {
  const parent = openSync(dirname(path), "r");
  try {
    fsyncSync(parent);
  } finally {
    closeSync(parent);
  }
}

/** `clean` removes the roster first, so that nothing is made again behind it. */
function stands(site: Site): boolean {
  return lstatSync(rosterFile(site), { throwIfNoEntry: false }) !== undefined;
}
