import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { programsIn, type Running } from "#test/support/process-table.ts";

/** What runs as long as an army does, or beside it. */
const kinds: Readonly<Record<string, (program: Running) => boolean>> = {
  relay: ({ argv }) => argv.some((word) => word.endsWith("dist/relay.js")),
  dashboard: ({ argv }) => argv.includes("dashboard"),
  watcher: ({ argv }) => argv.includes("watch"),
  server: ({ argv }) => argv.includes("serve"),
};

/** Of one program: resident KiB and open files. */
export interface Weight {
  memory: number;
  files: number;
}

/** The median of each kind of program, in the second and in the last quarter of the time. */
export type Weights = Record<string, { early: Weight; late: Weight }>;

/** Looks at every program of an army, often enough for the quarters to say something, for this many seconds. */
export async function weigh(home: string, seconds: number): Promise<Weights> {
  const [rounds, quarter] = [40, 10];
  const seen: { kind: string; round: number; weight: Weight }[] = [];
  for (let round = 0; round < rounds; round++) {
    await wait((seconds / rounds) * 1000);
    for (const program of programsIn(home))
      for (const [kind, isOne] of Object.entries(kinds)) {
        const weight = isOne(program) ? weightOf(program.pid) : undefined;
        if (weight) seen.push({ kind, round, weight });
      }
  }
  const weights: Weights = {};
  for (const kind of Object.keys(kinds)) {
    const between = (from: number, to: number) =>
      median(
        seen.filter((one) => one.kind === kind && from <= one.round && one.round < to).map(({ weight }) => weight),
      );
    const [early, late] = [between(quarter, 2 * quarter), between(rounds - quarter, rounds)];
    if (early && late) weights[kind] = { early, late };
  }
  return weights;
}

/** The room that files below a folder take, in bytes, and the largest of them. */
export function roomOf(folder: string): { bytes: number; largest: number } {
  const sizes = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    return found?.isFile() ? Math.max(found.size, found.blocks * 512) : 0;
  });
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), largest: Math.max(0, ...sizes) };
}

function weightOf(pid: number): Weight | undefined {
  try {
    const memory = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    return { memory, files: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

function median(weights: readonly Weight[]): Weight | undefined {
  const middle = (of: (weight: Weight) => number) => weights.map(of).sort((a, b) => a - b)[weights.length >> 1];
  const [memory, files] = [middle((one) => one.memory), middle((one) => one.files)];
  return memory === undefined || files === undefined ? undefined : { memory, files };
}
