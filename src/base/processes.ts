import { systemCode } from "#errors/ovld-error.ts";
import type { Clock } from "./clock.ts";
import { processTable, type RunningProcess } from "./process-table.ts";

/** Milliseconds between SIGTERM and SIGKILL. */
const GRACE = 2000;
const STEP = 50;

/** Environment variables that a process must have with these values or, if undefined, must not have. */
export type EnvironmentMatch = Readonly<Record<string, string | undefined>>;

type Selection = (table: readonly RunningProcess[]) => readonly RunningProcess[];

/**
 * Ends every process with a matching environment: SIGTERM, then SIGKILL. Outside Linux environments are not visible, so
 * no process is found.
 */
export function endProcessesWith(match: EnvironmentMatch, clock: Clock): Promise<void> {
  return endProcesses((table) => table.filter(({ environment }) => isMatch(environment, match)), clock);
}

export function isMatch(environment: RunningProcess["environment"], match: EnvironmentMatch): boolean {
  return Object.entries(match).every(([name, value]) => environment[name] === value);
}

/** Ends the processes that `select` returns; `select` is called again at every poll. Never ends this process. */
export async function endProcesses(select: Selection, clock: Clock): Promise<void> {
  for (const name of ["SIGTERM", "SIGKILL"] as const) {
    for (const { pid } of select(await processTable())) signal(pid, name);
    await whileRunning(select, clock);
  }
}

/** Waits until `select` returns nothing, at most for the grace period. */
export async function whileRunning(select: Selection, clock: Clock): Promise<void> {
  const deadline = clock.elapsed() + GRACE;
  while (clock.elapsed() < deadline && select(await processTable()).length > 0) await clock.wait(STEP);
}

/** Pids of the matching running processes, without this one. */
export async function findProcesses(isMeant: (running: RunningProcess) => boolean): Promise<number[]> {
  return (await processTable()).filter(isMeant).map(({ pid }) => pid);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (systemCode(error) !== "ESRCH") throw error;
  }
}
