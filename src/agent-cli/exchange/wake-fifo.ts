import { closeSync, constants, fstatSync, openSync, writeSync } from "node:fs";
import { run } from "#base/run.ts";
import { systemCode } from "#errors/ovld-error.ts";

const { O_RDWR, O_WRONLY, O_NONBLOCK, O_NOFOLLOW } = constants;

/** The mark contains the message. A shell reads a FIFO byte by byte, so the wake-up is short. */
export const WAKE = "!";
export const BYE = "bye";

const TIME_LIMIT = 5000;

/** Writes a line to the wait hook at the FIFO; open(2) fails with ENXIO at once if there is no reader. */
export function writeToFifo(fifo: string, line: string): "woken" | "no-wait-hook" {
  const descriptor = opened(fifo);
  if (descriptor === undefined) return "no-wait-hook";
  try {
    // Agents can write here, and may have put a file in place of the FIFO.
    if (!fstatSync(descriptor).isFIFO()) return "no-wait-hook";
    writeSync(descriptor, `${line}\n`);
  } catch (error) {
    // EPIPE: the reader has just ended. EAGAIN: the pipe holds unread wake-ups already.
    if (systemCode(error) === "EPIPE") return "no-wait-hook";
    if (systemCode(error) !== "EAGAIN") throw error;
  } finally {
    closeSync(descriptor);
  }
  return "woken";
}

/**
 * Keeps the write end open until the returned function is called or this process ends for any reason; wait hooks then
 * read EOF and exit. The write end alone is no reader, so `wake` still returns `no-wait-hook`.
 */
export async function holdFifo(fifo: string): Promise<() => void> {
  const both = await openBoth(fifo);
  try {
    const held = openSync(fifo, O_WRONLY | O_NONBLOCK | O_NOFOLLOW);
    return () => closeSync(held);
  } finally {
    closeSync(both);
  }
}

function opened(fifo: string): number | undefined {
  try {
    return openSync(fifo, O_WRONLY | O_NONBLOCK | O_NOFOLLOW);
  } catch (error) {
    if (["ENXIO", "ENOENT", "ENOTDIR", "ELOOP"].includes(systemCode(error) ?? "")) return undefined;
    throw error;
  }
}

/** Opens both ends, which never blocks. The first process makes the FIFO. */
async function openBoth(fifo: string): Promise<number> {
  const open = () => openSync(fifo, O_RDWR | O_NONBLOCK | O_NOFOLLOW);
  try {
    return open();
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
  await run("mkfifo", ["-m", "600", fifo], { timeLimit: TIME_LIMIT }).catch(() => {});
  return open();
}
