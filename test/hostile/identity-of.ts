import { readFileSync } from "node:fs";

/** What a start hook notes of an agent: its process, and the boot and tick in which it started. */
export function identityOf(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const started = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return `${pid}\n${boot}:${started}\n`;
}
