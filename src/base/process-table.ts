import { readFile } from "node:fs/promises";
import { systemCode } from "#errors/ovld-error.ts";
import { fileFailure, namesIn } from "./files.ts";
import { type ProcStat, parseStat } from "./proc-stat.ts";

export interface RunningProcess extends Pick<ProcStat, "parent" | "started"> {
  pid: number;
  argv: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
}

/** A machine may run thousands of processes, and this one may have few descriptors. */
const AT_ONCE = 32;
/** The process has ended, or belongs to another user. Any other failure, such as EMFILE, says nothing about it. */
const NOT_TOLD = ["ENOENT", "ESRCH", "EACCES", "EPERM"];

/** All readable running processes except this one; empty without `/proc`. */
export async function processTable(): Promise<RunningProcess[]> {
  const pids = (await namesIn("/proc")).map(Number).filter((pid) => pid > 0 && pid !== process.pid);
  const table: RunningProcess[] = [];
  for (let at = 0; at < pids.length; at += AT_ONCE)
    table.push(...(await Promise.all(pids.slice(at, at + AT_ONCE).map(readProcess))).flat());
  return table;
}

async function readProcess(pid: number): Promise<RunningProcess[]> {
  const stat = await textOf(`/proc/${pid}/stat`);
  if (stat === undefined) return [];
  const { state, parent, started } = parseStat(stat);
  if (state === "Z") return [];
  const environment = await textOf(`/proc/${pid}/environ`);
  const argv = await textOf(`/proc/${pid}/cmdline`);
  if (environment === undefined || argv === undefined) return [];
  const variables = partsOf(environment).map((line) => {
    const at = line.indexOf("=");
    return [line.slice(0, at), line.slice(at + 1)];
  });
  return [{ pid, parent, started, argv: partsOf(argv), environment: Object.fromEntries(variables) }];
}

function partsOf(text: string): string[] {
  return text.split("\0").filter((part) => part !== "");
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (NOT_TOLD.includes(systemCode(error) ?? "")) return undefined;
    throw fileFailure("read", file, error);
  }
}
