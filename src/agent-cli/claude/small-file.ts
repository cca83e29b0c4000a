import { constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { systemCode } from "#errors/ovld-error.ts";

/** Bytes: a name, and at most 4 KiB of an event. */
const READ_LIMIT = 8192;
/** An mtime can be set to a value that no `Date` can hold. */
const LATEST = Date.UTC(9999, 0);

/** Agents can write here: anything but a readable plain file counts as missing, and the size is limited. */
export async function readSmallFile(file: string): Promise<{ text: string; at: number } | undefined> {
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
    const found = await handle.stat();
    if (!found.isFile()) return undefined;
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(READ_LIMIT), position: 0 });
    return { text: buffer.toString("utf8", 0, bytesRead), at: Math.min(Math.max(found.mtimeMs, 0), LATEST) };
  } catch (error) {
    if (isNothing(error)) return undefined;
    throw error;
  } finally {
    await handle?.close();
  }
}

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
