import { readFileSync, readlinkSync } from "node:fs";
import { pids, runningPrograms } from "#test/support/process-table.ts";

/** Linux: who has the FIFO as its input and sleeps, as a shell does only while it reads a line from there. */
export function waitHooksAt(fifo: string): number[] {
  return pids().filter((pid) => isWaitingAt(pid, fifo));
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

/** Linux: every relay of this store; its watcher knows the place, too. */
export function relaysAt(relay: string): number[] {
  return runningPrograms()
    .filter(({ argv }) => argv.some((word) => word.endsWith("/relay.js")))
    .filter(({ environment }) => environment.includes(`OVLD_RELAY_DIR=${relay}`))
    .map(({ pid }) => pid);
}

/** Linux: every process that was started with this among its arguments, or in its environment. */
export function processesWith(where: "argv" | "environment", text: string): number[] {
  return runningPrograms()
    .filter((program) => program[where].includes(text))
    .map(({ pid }) => pid);
}
