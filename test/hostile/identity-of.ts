import { readFileSync } from "node:fs";
import { parseStat } from "#base/proc-stat.ts";

/** Content of a start hook's agent file: pid, boot id, and the clock tick of the process's start. */
export function identityOf(pid: number): string {
  const { started } = parseStat(readFileSync(`/proc/${pid}/stat`, "utf8"));
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return `${pid}\n${boot}:${started}\n`;
}
