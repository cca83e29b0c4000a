import { isUtf8 } from "node:buffer";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { fileFailure } from "#base/files.ts";
import { reasonOf, systemCode } from "#errors/ovld-error.ts";

/** Text, or the reason why the file is not text, or undefined if the file is missing. */
export type Content = { text: string; bytes: number } | { damage: string } | undefined;

/** JSON may need six bytes for one byte of a body, which has at most 256 KiB. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024;

/** A FIFO in place of a file must not block the reader, and a symlink must not lead out of the store. */
const SAFE_READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const DAMAGE = ["ELOOP", "EMLINK", "EISDIR", "EAGAIN", "ENXIO", "ENODEV", "EACCES", "EPERM", "EIO"];

/**
 * Synchronous, like all work per message here: a synchronous call costs a tenth of a promise, and callers yield between
 * batches of messages.
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

/** Shared buffer: messages are read one at a time. */
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
