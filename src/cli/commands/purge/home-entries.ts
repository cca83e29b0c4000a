import { join, relative } from "node:path";
import { namesIn } from "#base/files.ts";
import type { Paths } from "#home/paths.ts";

export interface HomeEntries {
  /** Files that ovld created, and the user's settings, formations and rituals. */
  ours: string[];
  /** Files of other programs. */
  foreign: string[];
}

/** Sorts the entries of the ovld home by name: OVLD_HOME may be a folder that other programs use too. */
export async function homeEntries(paths: Paths): Promise<HomeEntries> {
  const names = await namesIn(paths.home);
  const { home, ...places } = paths;
  const known = Object.values(places).map((place) => relative(home, place).split("/")[0] as string);
  const isOurs = (name: string) => known.includes(name) || isBeside(name, [...known, "summon"]);
  const entries = names.sort().map((name) => ({ name, path: join(home, name) }));
  return {
    ours: entries.filter(({ name }) => isOurs(name)).map(({ path }) => path),
    foreign: entries.filter(({ name }) => !isOurs(name)).map(({ path }) => path),
  };
}

/** Locks, backups, quarantined and unfinished files: `registry.json.lock`, `.config.toml.12.ab.tmp`. */
function isBeside(name: string, known: readonly string[]): boolean {
  const [, hidden, base = ""] = /^(\.?)(.+)$/s.exec(name) ?? [];
  const isKind = /\.lock(\.|$)|\.bak$|\.damaged-/.test(base) || (hidden === "." && base.endsWith(".tmp"));
  return isKind && known.some((one) => base.startsWith(`${one}.`));
}
