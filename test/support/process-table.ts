import { existsSync, readdirSync, readFileSync } from "node:fs";

/** One program that runs now, as Linux tells of it. */
export interface Running {
  pid: number;
  argv: string[];
  environment: string[];
}

/** Everything that runs now, but for the kernel's own threads and this process. */
export function runningPrograms(): Running[] {
  return pids().flatMap((pid) => {
    const argv = partsOf(`/proc/${pid}/cmdline`);
    if (argv.length === 0 || pid === process.pid) return [];
    return [{ pid, argv, environment: partsOf(`/proc/${pid}/environ`) }];
  });
}

/** What runs in the fixture of one test, which has a home of its own. */
export function programsIn(home: string): Running[] {
  return runningPrograms().filter(({ environment }) => environment.includes(`HOME=${home}`));
}

/** None where there is no `/proc`. */
export function pids(): number[] {
  return (existsSync("/proc") ? readdirSync("/proc") : []).filter((name) => /^\d+$/.test(name)).map(Number);
}

function partsOf(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\0").slice(0, -1);
  } catch {
    // It has ended meanwhile, or is not ours to look at.
    return [];
  }
}
