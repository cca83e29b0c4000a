import { join } from "node:path";
import { notes } from "./ledger.ts";

export interface Evidence {
  ledgers: string;
  senders: readonly string[];
  /** Role of each reader. */
  readers: readonly string[];
}

interface Reading {
  pid: string;
  id: string;
  from: string;
  n: number;
  redelivered: boolean;
}

/** The promises that the store broke, according to the ledgers. */
export function findFaults({ ledgers, senders, readers }: Evidence): string[] {
  const roles = [...new Set(readers)];
  const stored = new Set(senders.flatMap((name) => idsOf(notes(join(ledgers, `${name}.sent`)), "stored")));
  const acted = roles.flatMap((role) => notes(join(ledgers, `${role}.acted`)).map(([id]) => id!));
  return [
    ...missing(stored, new Set(acted)).map((id) => `lost: ${id}`),
    ...repeats(acted).map((id) => `acted on twice: ${id}`),
    ...roles.flatMap((role) => {
      const readings = notes(join(ledgers, `${role}.seen`)).map(reading);
      const isAlone = readers.filter((reader) => reader === role).length === 1;
      return [...unmarkedRepeats(readings), ...(isAlone ? disorderOfOne(readings) : disorderOfMany(readings))];
    }),
  ];
}

function missing(from: ReadonlySet<string>, there: ReadonlySet<string>): string[] {
  return [...from].filter((id) => !there.has(id));
}

function repeats(ids: readonly string[]): string[] {
  const known = new Set<string>();
  return ids.filter((id) => known.size === known.add(id).size);
}

/** Messages that were delivered again without `redelivered`. */
function unmarkedRepeats(readings: readonly Reading[]): string[] {
  const known = new Set<string>();
  const faults: string[] = [];
  for (const { id, redelivered } of readings) {
    if (known.has(id) && !redelivered) faults.push(`came again unmarked: ${id}`);
    known.add(id);
  }
  return faults;
}

/** Disorder in an inbox with one reader at a time: each sender's messages must first be seen in order. */
function disorderOfOne(readings: readonly Reading[]): string[] {
  const known = new Set<string>();
  const first = readings.filter(({ id }) => !known.has(id) && known.add(id));
  return disorder(first, ({ from }) => from);
}

/** Disorder in an inbox with two readers: each must see a sender's messages in order, except redelivered ones. */
function disorderOfMany(readings: readonly Reading[]): string[] {
  return disorder(
    readings.filter(({ redelivered }) => !redelivered),
    ({ from, pid }) => `${pid} ${from}`,
  );
}

function disorder(readings: readonly Reading[], group: (reading: Reading) => string): string[] {
  const newest = new Map<string, number>();
  const faults: string[] = [];
  for (const one of readings) {
    const before = newest.get(group(one)) ?? -1;
    if (one.n <= before) faults.push(`out of order: ${one.from} ${one.n} after ${before}`);
    newest.set(group(one), Math.max(before, one.n));
  }
  return faults;
}

function reading([pid, id, from, n, again]: string[]): Reading {
  return { pid: pid!, id: id!, from: from!, n: Number(n), redelivered: again === "true" };
}

function idsOf(lines: readonly string[][], what: string): string[] {
  return lines.filter(([kind]) => kind === what).map(([, id]) => id!);
}
