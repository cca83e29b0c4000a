import { readFileSync, readlinkSync } from "node:fs";
import { pids, runningPrograms } from "#test/support/process-table.ts";

/** Linux only: processes asleep with the FIFO as stdin, which a shell has only while it reads a line. */
export function waitHooksAt(fifo: string): number[] {
  return pids().filter((pid) => isWaitingAt(pid, fifo));
}

export function isWaitingAt(pid: number, fifo: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return readlinkSync(`/proc/${pid}/fd/0`) === fifo && stat.slice(stat.lastIndexOf(")")).startsWith(") S");
  } catch {
    // The process has ended, or is opening or closing a file.
    return false;
  }
}

/** Linux only: relays of this store; its watcher has the path in its environment too. */
export function relaysAt(relay: string): number[] {
  return runningPrograms()
    .filter(({ argv }) => argv.at(-1) === "relay")
    .filter(({ environment }) => environment.includes(`OVLD_RELAY_DIR=${relay}`))
    .map(({ pid }) => pid);
}

/** Linux only: processes with this text in their arguments or environment. */
export function processesWith(where: "argv" | "environment", text: string): number[] {
  return runningPrograms()
    .filter((program) => program[where].includes(text))
    .map(({ pid }) => pid);
}
