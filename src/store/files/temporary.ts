import { closeSync, openSync, readdirSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { abandonment, ownedName, parseOwnedName } from "./owned-name.ts";
import { folderIn, type StoreDir, storeFailure } from "./store-dir.ts";

let made = 0;

/**
 * Creates an open file with the whole content of `target`. The file is in another folder, so that a watcher or a
 * listing of the target folder never sees it.
 */
export async function writeTemporary(dir: StoreDir, target: string, text: string): Promise<Temporary> {
  const name = ownedName({ label: String(made++), since: dir.clock.now(), owner: await dir.owner() });
  const path = join(folderIn(dir, ".tmp"), name);
  try {
    return { path, handle: openWith(path, text) };
  } catch (error) {
    throw storeFailure(dir, "write", target, error);
  }
}

interface Temporary {
  path: string;
  handle: number;
}

function openWith(path: string, text: string): number {
  const handle = openSync(path, "wx", 0o600);
  try {
    writeFileSync(handle, text);
    return handle;
  } catch (error) {
    closeSync(handle);
    removeQuietly(path);
    throw error;
  }
}

/** Removes the files of processes that died during a write. */
export async function sweepTemporaries(dir: StoreDir): Promise<void> {
  const folder = folderIn(dir, ".tmp");
  const isAbandoned = abandonment(dir.clock.now());
  for (const name of readdirSync(folder)) {
    const owned = parseOwnedName(name);
    if (owned && (await isAbandoned(owned))) removeQuietly(join(folder, name));
  }
}

/** For clean-up after a failure; must not hide that failure. */
export function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {}
}
