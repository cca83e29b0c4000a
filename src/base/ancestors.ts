import { readFile } from "node:fs/promises";
import { parseStat } from "./proc-stat.ts";
import { run } from "./run.ts";

/** Pids of the parent processes, nearest first, as far as the system shows them. */
export async function ancestors(pid: number = process.ppid): Promise<number[]> {
  const parents = process.platform === "linux" ? parentFromProc : await parentsFromPs();
  const found: number[] = [];
  for (let at: number | undefined = pid; at !== undefined && at > 0 && !found.includes(at); at = await parents(at))
    found.push(at);
  return found;
}

type ParentOf = (pid: number) => Promise<number | undefined> | number | undefined;

const parentFromProc: ParentOf = async (pid) => {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return parseStat(stat).parent;
};

async function parentsFromPs(): Promise<ParentOf> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid="], { timeLimit: 5000 }).catch(() => ({ stdout: "" }));
  const pairs = stdout.split("\n").map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  const parents = new Map(pairs);
  return (pid) => parents.get(pid);
}
