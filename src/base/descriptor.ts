import { fstatSync, writeSync } from "node:fs";
import { systemCode } from "#errors/ovld-error.ts";

/**
 * Writes a whole text to an open descriptor synchronously. Setting up `process.stdout` takes half the time of `ovld
 * --help`, so ovld writes to its descriptors itself.
 */
export function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text, "utf8");
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(descriptor, bytes, written);
    } catch (error) {
      // EAGAIN: a non-blocking pipe is full.
      if (systemCode(error) !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}

export function isTerminal(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false;
  }
}
