import { readFile } from "node:fs/promises";
import { systemCode } from "#errors/ovld-error.ts";
import { fileFailure, namesIn } from "./files.ts";

export interface RunningProcess {
  pid: number;
  parent: number;
  /** Start time in clock ticks after boot; distinguishes the process from a later one with the same pid. */
  started: string;
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
  // The second field, the program's name in brackets, may contain spaces and brackets.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (!fields || fields[0] === "Z") return [];
  const environment = await textOf(`/proc/${pid}/environ`);
  const argv = await textOf(`/proc/${pid}/cmdline`);
  if (environment === undefined || argv === undefined) return [];
  const variables = partsOf(environment).map((line) => {
    const at = line.indexOf("=");
    return [line.slice(0, at), line.slice(at + 1)];
  });
  const [parent, started = ""] = [Number(fields[1]), fields[19]];
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
