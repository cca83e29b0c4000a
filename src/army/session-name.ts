/** Limits of a new name. */
export interface NameLimits {
  maxBytes: number;
  isTaken(name: string): boolean;
  /** A short stable hash of the directory. */
  hash: string;
}

const PREFIX = "ovld-";

/**
 * `ovld-` and the directory's name, lower-cased and reduced to `a-z 0-9 _ -`. The hash replaces an empty name or the
 * end of a long one. `-2`, `-3`… if the name is taken.
 */
export function sessionName(directoryName: string, { maxBytes, isTaken, hash }: NameLimits): string {
  const kept = directoryName.toLowerCase().replaceAll(/[^a-z0-9_-]/g, "");
  const longest = maxBytes - PREFIX.length - SUFFIX_ROOM;
  const stem =
    kept === "" ? hash : kept.length > longest ? `${kept.slice(0, longest - hash.length - 1)}-${hash}` : kept;
  const base = `${PREFIX}${stem}`;
  if (!isTaken(base)) return base;
  for (let count = 2; ; count++) if (!isTaken(`${base}-${count}`)) return `${base}-${count}`;
}

/** Room for `-2` to `-999`. */
const SUFFIX_ROOM = 4;
