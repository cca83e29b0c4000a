import { readdir, readFile } from "node:fs/promises";
import type { Clock } from "./clock.ts";
import { systemCode } from "./errors.ts";

const GRACE = 2000;
const STEP = 50;

/**
 * Ends every process whose environment holds the variable with this value: politely, then by force. Where the system does
 * not show environments (outside Linux) there is nothing to find.
 */
export async function endProcessesWith(variable: string, value: string, clock: Clock): Promise<void> {
  for (const name of ["SIGTERM", "SIGKILL"] as const) {
    for (const pid of await processesWith(variable, value)) signal(pid, name);
    for (let waited = 0; waited < GRACE && (await processesWith(variable, value)).length > 0; waited += STEP)
      await clock.wait(STEP);
  }
}

async function processesWith(variable: string, value: string): Promise<number[]> {
  const pids = (await readdir("/proc").catch(() => [])).map(Number).filter((pid) => pid > 0 && pid !== process.pid);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
      return environment.split("\0").includes(`${variable}=${value}`) ? [pid] : [];
    }),
  );
  return found.flat();
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (systemCode(error) !== "ESRCH") throw error;
  }
}
