import { realpathSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { endProcesses, endProcessesWith, type RunningProcess } from "#base/processes.ts";
import type { Context } from "#cli/context.ts";
import { packageRoot } from "#config/package-root.ts";
import { resolvePaths, sessionPaths } from "#config/paths.ts";

/** Ends what still runs for this ovld home: servers, dashboards, and what belongs to an army that nothing is recorded of. */
export async function endPrograms({ env, clock }: Context): Promise<void> {
  const paths = resolvePaths(env);
  const sessions: string[] = await readdir(paths.sessions).catch(() => []);
  for (const name of sessions) await endProcessesWith({ OVLD_RELAY_DIR: sessionPaths(paths, name).relay }, clock);
  const program = join(packageRoot(), "dist", "main.js");
  await endProcesses((running) => isOvld(running, program) && homeOf(running) === paths.home, clock);
}

/** The program itself by any of its names, but not who called this one. */
function isOvld({ pid, argv }: RunningProcess, program: string): boolean {
  return pid !== process.ppid && argv.slice(0, 2).some((word) => realPath(word) === program);
}

function homeOf({ environment }: RunningProcess): string | undefined {
  try {
    return resolvePaths(environment).home;
  } catch {
    return undefined;
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
