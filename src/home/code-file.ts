import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { crc32 } from "node:zlib";

const CHECKSUM_BYTES = 4;
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Compiled code that `writeCode` stored; nothing if there is none, or it is damaged, or another user could have written
 * it. V8 does not check the content of code and crashes on damaged code.
 */
export function readCode(file: string): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const found = fstatSync(descriptor);
    if (!found.isFile() || found.uid !== process.getuid?.() || (found.mode & WRITABLE_BY_OTHERS) !== 0)
      return undefined;
    const content = readFileSync(descriptor);
    const end = content.length - CHECKSUM_BYTES;
    const code = content.subarray(0, Math.max(end, 0));
    return end > 0 && content.readUInt32LE(end) === crc32(code) ? code : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Stores compiled code, whole or not at all. Without a folder for it nothing is stored. */
export function writeCode(file: string, code: Buffer): void {
  const part = `${file}.${process.pid}.tmp`;
  try {
    const descriptor = openSync(part, "wx", 0o600);
    try {
      const checksum = Buffer.alloc(CHECKSUM_BYTES);
      checksum.writeUInt32LE(crc32(code));
      for (const bytes of [code, checksum]) writeSync(descriptor, bytes);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(part, file);
  } catch {
    // The next start compiles again.
    remove(part);
  }
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // The file was not created.
  }
}
