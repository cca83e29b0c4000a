/** Times each case once per round, in turn, so that a slow moment of the machine affects all cases. Milliseconds. */
export async function roundRobin<Name extends string>(
  cases: Record<Name, () => unknown>,
  rounds: number,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(cases) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round++)
    for (const name of names) {
      const before = performance.now();
      await cases[name]();
      samples[name].push(performance.now() - before);
    }
  return samples;
}

export function percentile(sample: readonly number[], share: number): number {
  const sorted = [...sample].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function median(sample: readonly number[]): number {
  return percentile(sample, 0.5);
}

export interface Row {
  name: string;
  ratio: number;
  /** The largest acceptable ratio. */
  target?: number;
  detail?: string;
}

/** Prints each ratio beside its target; a ratio above its target fails the run. */
export function printTable(rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ name }) => name.length));
  for (const { name, ratio, target, detail = "" } of rows) {
    const verdict = target === undefined ? "" : `target ≤ ${target} ×  ${ratio <= target ? "ok" : "OVER"}`;
    console.log(`${name.padEnd(width)}  ${ratio.toFixed(2)} ×  ${verdict}  ${detail}`.trimEnd());
    if (target !== undefined && ratio > target) process.exitCode = 1;
  }
}
