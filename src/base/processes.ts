import { readdir, readFile } from "node:fs/promises";
import type { Clock } from "./clock.ts";
import { systemCode } from "./errors.ts";

const GRACE = 2000;
const STEP = 50;

/** Variables that a process must have with these values, or, where undefined, must not have. */
export type EnvironmentMatch = Readonly<Record<string, string | undefined>>;

/**
 * Ends every process whose environment matches: politely, then by force. Where the system does not show environments
 * (outside Linux) there is nothing to find.
 */
export async function endProcessesWith(match: EnvironmentMatch, clock: Clock): Promise<void> {
  for (const name of ["SIGTERM", "SIGKILL"] as const) {
    for (const pid of await processesWith(match)) signal(pid, name);
    for (let waited = 0; waited < GRACE && (await processesWith(match)).length > 0; waited += STEP)
      await clock.wait(STEP);
  }
}

async function processesWith(match: EnvironmentMatch): Promise<number[]> {
  const pids = (await readdir("/proc").catch(() => [])).map(Number).filter((pid) => pid > 0 && pid !== process.pid);
  const found = await Promise.all(pids.map(async (pid) => ((await hasEnvironment(pid, match)) ? [pid] : [])));
  return found.flat();
}

async function hasEnvironment(pid: number, match: EnvironmentMatch): Promise<boolean> {
  const text = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
  if (text === "") return false;
  const variables = new Map(
    text.split("\0").map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
  return Object.entries(match).every(([name, value]) => variables.get(name) === value);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (systemCode(error) !== "ESRCH") throw error;
  }
}
