import { readdir, readFile } from "node:fs/promises";
import type { Clock } from "./clock.ts";
import { systemCode } from "./errors.ts";

const GRACE = 2000;
const STEP = 50;

/** Variables that a process must have with these values, or, where undefined, must not have. */
export type EnvironmentMatch = Readonly<Record<string, string | undefined>>;

/** What the system tells of a process that runs. */
export interface RunningProcess {
  pid: number;
  argv: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Ends every process whose environment matches: politely, then by force. Where the system does not show environments
 * (outside Linux) there is nothing to find.
 */
export function endProcessesWith(match: EnvironmentMatch, clock: Clock): Promise<void> {
  return endProcesses(({ environment }) => isMatch(environment, match), clock);
}

export function isMatch(environment: RunningProcess["environment"], match: EnvironmentMatch): boolean {
  return Object.entries(match).every(([name, value]) => environment[name] === value);
}

/** The same for those that `isMeant` picks; never this process itself. */
export async function endProcesses(isMeant: (running: RunningProcess) => boolean, clock: Clock): Promise<void> {
  for (const name of ["SIGTERM", "SIGKILL"] as const) {
    for (const pid of await findProcesses(isMeant)) signal(pid, name);
    for (let waited = 0; waited < GRACE && (await findProcesses(isMeant)).length > 0; waited += STEP)
      await clock.wait(STEP);
  }
}

/** The numbers of those that `isMeant` picks, without this process and those that run no more. */
export async function findProcesses(isMeant: (running: RunningProcess) => boolean): Promise<number[]> {
  const pids = (await readdir("/proc").catch(() => [])).map(Number).filter((pid) => pid > 0 && pid !== process.pid);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environment = await partsOf(`/proc/${pid}/environ`);
      if (environment.length === 0) return [];
      const variables = environment.map((line) => [
        line.slice(0, line.indexOf("=")),
        line.slice(line.indexOf("=") + 1),
      ]);
      const argv = await partsOf(`/proc/${pid}/cmdline`);
      return isMeant({ pid, argv, environment: Object.fromEntries(variables) }) ? [pid] : [];
    }),
  );
  return found.flat();
}

async function partsOf(file: string): Promise<string[]> {
  return (await readFile(file, "utf8").catch(() => "")).split("\0").filter((part) => part !== "");
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (systemCode(error) !== "ESRCH") throw error;
  }
}
