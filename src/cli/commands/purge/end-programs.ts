import { readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { armyOfProcess } from "#app/lifecycle/army-of-process.ts";
import { realPathOf } from "#app/lifecycle/real-path-of.ts";
import type { RunningProcess } from "#base/process-table.ts";
import { endProcesses } from "#base/processes.ts";
import type { Context } from "#cli/frame/context.ts";
import { resolvePaths } from "#home/paths.ts";

/** Ends the processes of this ovld home: servers, dashboards, and processes of unregistered armies. */
export async function endPrograms({ env, clock }: Context): Promise<void> {
  const paths = resolvePaths(env);
  const armyOf = armyOfProcess(paths);
  const end = (isMeant: (running: RunningProcess) => boolean) =>
    endProcesses((table) => table.filter((running) => !isCaller(running) && isMeant(running)), clock);
  await end((running) => armyOf(running) !== undefined);
  const home = realPathOf(paths.home);
  await end((running) => isOvld(running) && homeOf(running) === home);
}

function isCaller({ pid }: RunningProcess): boolean {
  return pid === process.ppid;
}

/** True for every installation of ovld: global, in a project, or run by `npx`. */
function isOvld({ pid, argv }: RunningProcess): boolean {
  return argv.slice(0, 2).some((word) => {
    const program = realPathOf(resolve(`/proc/${pid}/cwd`, word));
    return ["main.cjs", "main.js"].includes(basename(program)) && packageOf(dirname(program)) === "ovld";
  });
}

function packageOf(dist: string): unknown {
  try {
    return JSON.parse(readFileSync(join(dist, "..", "package.json"), "utf8")).name;
  } catch {
    return undefined;
  }
}

function homeOf({ environment }: RunningProcess): string | undefined {
  try {
    return realPathOf(resolvePaths(environment).home);
  } catch {
    return undefined;
  }
}
