import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { lstat } from "node:fs/promises";
import { systemCode } from "#errors/ovld-error.ts";

/** Bytes: a name, and at most 4 KiB of an event. */
const READ_LIMIT = 8192;
/** An mtime can be set to a value that no `Date` can hold. */
const LATEST = Date.UTC(9999, 0);

/**
 * Agents can write here: anything but a readable plain file counts as missing, and the size is limited. Synchronous
 * inside: with promises, four for each file, the moods of 400 agents took most of a server's time.
 */
export async function readSmallFile(file: string): Promise<{ text: string; at: number } | undefined> {
  try {
    const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      const found = fstatSync(handle);
      if (!found.isFile()) return undefined;
      const length = readSync(handle, scratch, 0, READ_LIMIT, 0);
      return { text: scratch.toString("utf8", 0, length), at: Math.min(Math.max(found.mtimeMs, 0), LATEST) };
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (isNothing(error)) return undefined;
    throw error;
  }
}

/** Shared: a file is read without a pause. */
const scratch = Buffer.allocUnsafe(READ_LIMIT);

/** Bytes; 0 for anything that counts as missing. */
export async function sizeOf(file: string): Promise<number> {
  try {
    const found = await lstat(file);
    return found.isFile() ? found.size : 0;
  } catch (error) {
    if (isNothing(error)) return 0;
    throw error;
  }
}

function isNothing(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "ELOOP", "EACCES", "ENXIO"].includes(systemCode(error) ?? "");
}
