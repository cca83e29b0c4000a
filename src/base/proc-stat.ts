/** The used fields of `/proc/<pid>/stat`. */
export interface ProcStat {
  /** `Z` for a zombie; empty for a process that has ended. */
  state: string;
  /** Pid of the parent; 0 without one. */
  parent: number;
  /** Start time in clock ticks after boot; distinguishes the process from a later one with the same pid. */
  started: string;
}

/** Parses the file's text. Its second field, the program's name in brackets, may contain spaces and brackets. */
export function parseStat(text: string): ProcStat {
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { state: fields[0] ?? "", parent: Number(fields[1] ?? 0), started: fields[19] ?? "" };
}
