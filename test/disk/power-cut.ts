import { pick } from "#test/support/random.ts";
import type { Change, Entry, Inode } from "./disk-log.ts";

/** Content of a disk: names by folder, content and time by file. */
export interface Remains {
  folders: Map<Inode, Map<string, Inode>>;
  contents: Map<Inode, string>;
  times: Map<Inode, number>;
}

export interface CutOptions {
  random: () => number;
  /** Maximum number of name combinations that are tried. */
  most: number;
}

type Naming = Extract<Change, { kind: "name" | "unname" }>;

/**
 * The states that a power cut may leave: all synced changes, and any part of the rest in any order. A rename may be
 * lost, done, or half done with both names. Content may be old, new, torn or missing.
 */
export function* powerCut(log: readonly Entry<unknown>[], { random, most }: CutOptions): Generator<Remains> {
  const isDurable = durability(log);
  const namings = log.filter((entry): entry is Naming => entry.kind === "name" || entry.kind === "unname");
  const kept = new Set<Change>();
  for (const naming of namings) {
    if (!isDurable(naming)) continue;
    kept.add(naming);
    if (naming.kind === "unname" && naming.after) kept.add(naming.after);
  }
  const open = namings.filter((naming) => !kept.has(naming));
  for (const chosen of subsets(open, { random, most })) {
    const names = new Set([...kept, ...chosen]);
    for (const one of chosen) if (one.kind === "unname" && one.after) names.add(one.after);
    for (const version of versions)
      yield remainsOf(log, { names, isDurable, version: (count) => version(count, random) });
  }
}

function durability(log: readonly Entry<unknown>[]): (change: Change) => boolean {
  const synced = new Map<Inode, number>();
  for (const entry of log)
    if (entry.kind === "sync") synced.set(entry.inode, Math.max(entry.since, synced.get(entry.inode) ?? 0));
  const positions = new Map(log.map((entry, index) => [entry, index]));
  return (change) => {
    const inode = "folder" in change ? change.folder : change.inode;
    return (positions.get(change) ?? 0) < (synced.get(inode) ?? 0);
  };
}

/** All subsets if there are at most `most`, else the full set, the empty set and random sets. Scratch files: random. */
function* subsets(open: readonly Naming[], { random, most }: CutOptions): Generator<Naming[]> {
  const scratch = open.filter(isScratch);
  const mail = open.filter((naming) => !isScratch(naming));
  const some = () => scratch.filter(() => random() < 0.5);
  const total = 2 ** mail.length;
  if (total <= most) {
    for (let bits = 0; bits < total; bits++) yield [...some(), ...mail.filter((_, n) => bits & (1 << n))];
    return;
  }
  yield [...open];
  yield [];
  for (let n = 2; n < most; n++) {
    const share = pick([1 / mail.length, 0.5, 1 - 1 / mail.length], random);
    yield [...some(), ...mail.filter(() => random() < share)];
  }
}

function isScratch({ folder }: Naming): boolean {
  return /\/(\.tmp|pending|status|delivery(\/[^/]+)?)$/.test(folder);
}

interface Choice {
  names: ReadonlySet<Change>;
  isDurable(change: Change): boolean;
  version(count: number): number;
}

/** Index of the version that is left of a file: the last synced one, a random one, the newest complete one. */
const versions = [
  () => 0,
  (count: number, random: () => number) => Math.floor(random() * count),
  (count: number) => Math.max(0, count - 2),
];

function remainsOf(log: readonly Entry<unknown>[], { names, isDurable, version }: Choice): Remains {
  const folders: Remains["folders"] = new Map();
  const contents = new Map<Inode, string[]>();
  const times = new Map<Inode, number[]>();
  for (const entry of log)
    if (entry.kind === "name" && names.has(entry)) namesIn(folders, entry.folder).set(entry.name, entry.inode);
    else if (entry.kind === "unname" && names.has(entry)) forget(folders, entry);
    else if (entry.kind === "content") {
      const { content } = entry;
      const before = contents.get(entry.inode) ?? [""];
      contents.set(
        entry.inode,
        isDurable(entry) ? [content] : [...before, content, content.slice(0, content.length / 2)],
      );
    } else if (entry.kind === "time") {
      const { mtime } = entry;
      times.set(entry.inode, isDurable(entry) ? [mtime] : [...(times.get(entry.inode) ?? [0]), mtime, mtime]);
    }
  const chosen = <T>(options: Map<Inode, T[]>) =>
    new Map([...options].map(([inode, values]) => [inode, values[version(values.length)] as T]));
  return { folders, contents: chosen(contents), times: chosen(times) };
}

function forget(folders: Remains["folders"], { folder, name, inode }: Naming): void {
  const names = namesIn(folders, folder);
  if (names.get(name) === inode) names.delete(name);
}

function namesIn(folders: Remains["folders"], folder: Inode): Map<string, Inode> {
  const names = folders.get(folder) ?? new Map<string, Inode>();
  folders.set(folder, names);
  return names;
}
