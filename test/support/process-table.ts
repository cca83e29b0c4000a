import { existsSync, readdirSync, readFileSync } from "node:fs";

/** A running process, from `/proc`. */
export interface Running {
  pid: number;
  argv: string[];
  environment: string[];
}

/** All running processes except kernel threads and this process. */
export function runningPrograms(): Running[] {
  return pids().flatMap((pid) => {
    const argv = partsOf(`/proc/${pid}/cmdline`);
    if (argv.length === 0 || pid === process.pid) return [];
    return [{ pid, argv, environment: partsOf(`/proc/${pid}/environ`) }];
  });
}

/** Processes of one test's fixture, which has a home of its own. */
export function programsIn(home: string): Running[] {
  return runningPrograms().filter(({ environment }) => environment.includes(`HOME=${home}`));
}

/** Empty on systems without `/proc`. */
export function pids(): number[] {
  return (existsSync("/proc") ? readdirSync("/proc") : []).filter((name) => /^\d+$/.test(name)).map(Number);
}

function partsOf(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\0").slice(0, -1);
  } catch {
    // The process has ended meanwhile, or belongs to another user.
    return [];
  }
}
