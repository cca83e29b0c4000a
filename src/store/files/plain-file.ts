import { isUtf8 } from "node:buffer";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { fileFailure } from "#base/files.ts";
import { reasonOf, systemCode } from "#errors/ovld-error.ts";

/** Text, what keeps the file from being text, or undefined when there is no such file. */
export type Content = { text: string; bytes: number } | { damage: string } | undefined;

/** JSON may need six bytes for one byte of a body, which has at most 256 KiB. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024;

/** A pipe planted in place of a file must not hold its reader, nor a link lead it out of the store. */
const SAFE_READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const DAMAGE = ["ELOOP", "EMLINK", "EISDIR", "EAGAIN", "ENXIO", "ENODEV", "EACCES", "EPERM", "EIO"];

/**
 * Synchronous like everything here that is done once per message: such a call costs a tenth of its promise, and
 * callers pause between messages.
 */
export function readPlainFile(file: string): Content {
  try {
    const handle = openSync(file, SAFE_READ);
    try {
      return contentOf(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    const code = systemCode(error) ?? "";
    if (code === "ENOENT") return undefined;
    if (DAMAGE.includes(code)) return { damage: reasonOf(error) };
    throw fileFailure("read", file, error);
  }
}

/** Messages are read one at a time, so they share the room to be read into. */
const scratch = Buffer.allocUnsafe(64 * 1024);

function contentOf(handle: number): Content {
  let bytes: Buffer = scratch;
  let length = 0;
  for (;;) {
    const got = readSync(handle, bytes, length, bytes.length - length, null);
    length += got;
    if (got === 0) return decode(bytes.subarray(0, length));
    if (length > MAX_FILE_BYTES) return { damage: `more than ${MAX_FILE_BYTES} bytes` };
    if (length === bytes.length) bytes = Buffer.concat([bytes], 2 * bytes.length);
  }
}

function decode(bytes: Buffer): Content {
  return isUtf8(bytes) ? { text: bytes.toString("utf8"), bytes: bytes.length } : { damage: "not UTF-8" };
}
