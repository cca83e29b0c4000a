import { join } from "node:path";
import { notes } from "./ledger.ts";

export interface Evidence {
  ledgers: string;
  senders: readonly string[];
  /** Role of each reader. */
  readers: readonly string[];
}

interface Sight {
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
      const sights = notes(join(ledgers, `${role}.seen`)).map(sight);
      const isAlone = readers.filter((reader) => reader === role).length === 1;
      return [...unmarkedRepeats(sights), ...(isAlone ? disorderOfOne(sights) : disorderOfMany(sights))];
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
function unmarkedRepeats(sights: readonly Sight[]): string[] {
  const known = new Set<string>();
  const faults: string[] = [];
  for (const { id, redelivered } of sights) {
    if (known.has(id) && !redelivered) faults.push(`came again unmarked: ${id}`);
    known.add(id);
  }
  return faults;
}

/** Disorder in an inbox with one reader at a time: each sender's messages must first be seen in order. */
function disorderOfOne(sights: readonly Sight[]): string[] {
  const known = new Set<string>();
  const first = sights.filter(({ id }) => !known.has(id) && known.add(id));
  return disorder(first, ({ from }) => from);
}

/** Disorder in an inbox with two readers: each must see a sender's messages in order, except redelivered ones. */
function disorderOfMany(sights: readonly Sight[]): string[] {
  return disorder(
    sights.filter(({ redelivered }) => !redelivered),
    ({ from, pid }) => `${pid} ${from}`,
  );
}

function disorder(sights: readonly Sight[], group: (sight: Sight) => string): string[] {
  const newest = new Map<string, number>();
  const faults: string[] = [];
  for (const one of sights) {
    const before = newest.get(group(one)) ?? -1;
    if (one.n <= before) faults.push(`out of order: ${one.from} ${one.n} after ${before}`);
    newest.set(group(one), Math.max(before, one.n));
  }
  return faults;
}

function sight([pid, id, from, n, again]: string[]): Sight {
  return { pid: pid!, id: id!, from: from!, n: Number(n), redelivered: again === "true" };
}

function idsOf(lines: readonly string[][], what: string): string[] {
  return lines.filter(([kind]) => kind === what).map(([, id]) => id!);
}
