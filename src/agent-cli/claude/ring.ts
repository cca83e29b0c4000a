import { closeSync, constants, fstatSync, openSync, writeSync } from "node:fs";
import { run } from "#base/run.ts";
import { systemCode } from "#errors/ovld-error.ts";

const { O_RDWR, O_WRONLY, O_NONBLOCK, O_NOFOLLOW } = constants;

/** The mark says what there is to read. The fewer bytes come through the FIFO, the sooner a shell has read them. */
export const RING = "!";
export const BYE = "bye";

const TIME_LIMIT = 5000;

/** Writes a line to the wait hook at the FIFO. The kernel knows at once whether a reader is there. */
export function writeToRing(ring: string, line: string): "woken" | "nobody" {
  const descriptor = opened(ring);
  if (descriptor === undefined) return "nobody";
  try {
    // Agents can write here: a file in the ring's place is not written to.
    if (!fstatSync(descriptor).isFIFO()) return "nobody";
    writeSync(descriptor, `${line}\n`);
  } catch (error) {
    // It ended this moment, or has more rings to read than the pipe holds.
    if (systemCode(error) === "EPIPE") return "nobody";
    if (systemCode(error) !== "EAGAIN") throw error;
  } finally {
    closeSync(descriptor);
  }
  return "woken";
}

/**
 * Holds the ring's other end open until the returned function is called, or this process ends in whatever way: then who waits
 * reads the end of the file, and goes. To hold it is not to wait there: a ring still finds nobody.
 */
export async function holdRing(ring: string): Promise<() => void> {
  const both = await openBoth(ring);
  try {
    const held = openSync(ring, O_WRONLY | O_NONBLOCK | O_NOFOLLOW);
    return () => closeSync(held);
  } finally {
    closeSync(both);
  }
}

function opened(ring: string): number | undefined {
  try {
    return openSync(ring, O_WRONLY | O_NONBLOCK | O_NOFOLLOW);
  } catch (error) {
    if (["ENXIO", "ENOENT", "ENOTDIR", "ELOOP"].includes(systemCode(error) ?? "")) return undefined;
    throw error;
  }
}

/** Both ends at once never block; the first to come makes the FIFO. */
async function openBoth(ring: string): Promise<number> {
  const open = () => openSync(ring, O_RDWR | O_NONBLOCK | O_NOFOLLOW);
  try {
    return open();
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
  await run("mkfifo", ["-m", "600", ring], { timeLimit: TIME_LIMIT }).catch(() => {});
  return open();
}
