import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Linux: who has the FIFO as its input and sleeps, as a shell does only while it reads a line from there. */
export function waitersAt(fifo: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isWaitingAt(pid, fifo));
}

export function isWaitingAt(pid: number, fifo: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return readlinkSync(`/proc/${pid}/fd/0`) === fifo && stat.slice(stat.lastIndexOf(")")).startsWith(") S");
  } catch {
    // It has ended, or opens and closes it this moment.
    return false;
  }
}

/** Linux: every process that was started with this among its arguments, or in its environment. */
export function processesWith(where: "cmdline" | "environ", text: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && partsOf(`/proc/${name}/${where}`).includes(text))
    .map(Number);
}

function partsOf(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\0");
  } catch {
    return [];
  }
}
