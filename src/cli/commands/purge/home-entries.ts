import { join, relative } from "node:path";
import { namesIn } from "#base/files.ts";
import type { Paths } from "#home/paths.ts";

export interface HomeEntries {
  /** What `ovld` made, or keeps for its user. */
  ours: string[];
  /** What somebody else put there. */
  strangers: string[];
}

/** What lies in the ovld home, which may be any folder that a person named: only what we know by its name is ours. */
export async function homeEntries(paths: Paths): Promise<HomeEntries> {
  const names = await namesIn(paths.home);
  const { home, ...places } = paths;
  const known = Object.values(places).map((place) => relative(home, place).split("/")[0] as string);
  const isOurs = (name: string) => known.includes(name) || isBeside(name, [...known, "summon"]);
  const entries = names.sort().map((name) => ({ name, path: join(home, name) }));
  return {
    ours: entries.filter(({ name }) => isOurs(name)).map(({ path }) => path),
    strangers: entries.filter(({ name }) => !isOurs(name)).map(({ path }) => path),
  };
}

/** Locks, backups, damaged files that were set aside, and files that were never finished: `registry.json.lock`, `.config.toml.12.ab.tmp`. */
function isBeside(name: string, known: readonly string[]): boolean {
  const [, hidden, base = ""] = /^(\.?)(.+)$/s.exec(name) ?? [];
  const isKind = /\.lock(\.|$)|\.bak$|\.damaged-/.test(base) || (hidden === "." && base.endsWith(".tmp"));
  return isKind && known.some((one) => base.startsWith(`${one}.`));
}
