import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { programsIn, type Running } from "#test/support/process-table.ts";

/** Long-running programs of an army. */
const kinds: Readonly<Record<string, (program: Running) => boolean>> = {
  relay: ({ argv }) => argv.includes("relay"),
  dashboard: ({ argv }) => argv.includes("dashboard"),
  watcher: ({ argv }) => argv.includes("watch"),
  server: ({ argv }) => argv.includes("serve"),
};

/** Use of one program: resident KiB and open files. */
export interface ResourceUse {
  memory: number;
  files: number;
}

/** Median of each kind of program in the second and in the last quarter of the run. */
export type ResourceUses = Record<string, { early: ResourceUse; late: ResourceUse }>;

/** Measures every program of an army for this many seconds, ten times in each quarter. */
export async function measureResources(home: string, seconds: number): Promise<ResourceUses> {
  const [rounds, quarter] = [40, 10];
  const seen: { kind: string; round: number; use: ResourceUse }[] = [];
  for (let round = 0; round < rounds; round++) {
    await wait((seconds / rounds) * 1000);
    for (const program of programsIn(home))
      for (const [kind, isOne] of Object.entries(kinds)) {
        const use = isOne(program) ? useOf(program.pid) : undefined;
        if (use) seen.push({ kind, round, use });
      }
  }
  const resources: ResourceUses = {};
  for (const kind of Object.keys(kinds)) {
    const between = (from: number, to: number) =>
      median(seen.filter((one) => one.kind === kind && from <= one.round && one.round < to).map(({ use }) => use));
    const [early, late] = [between(quarter, 2 * quarter), between(rounds - quarter, rounds)];
    if (early && late) resources[kind] = { early, late };
  }
  return resources;
}

/** Disk usage of a folder in bytes, and size of its largest file. */
export function diskUsage(folder: string): { bytes: number; largest: number } {
  const sizes = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    return found?.isFile() ? Math.max(found.size, found.blocks * 512) : 0;
  });
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), largest: Math.max(0, ...sizes) };
}

function useOf(pid: number): ResourceUse | undefined {
  try {
    const memory = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    return { memory, files: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    // The process has ended meanwhile.
    return undefined;
  }
}

function median(resources: readonly ResourceUse[]): ResourceUse | undefined {
  const middle = (of: (use: ResourceUse) => number) => resources.map(of).sort((a, b) => a - b)[resources.length >> 1];
  const [memory, files] = [middle((one) => one.memory), middle((one) => one.files)];
  return memory === undefined || files === undefined ? undefined : { memory, files };
}
