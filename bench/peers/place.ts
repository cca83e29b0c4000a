import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** Everything that the bench writes: programs and sockets in a temporary folder, mail on the project's own disk. */
export interface Place {
  at(...names: string[]): string;
  /** The installed packages: in the temporary folder, or in $PEERS, where they stay for the next run. */
  packages(...names: string[]): string;
  /** A folder on the project's disk: on a tmpfs every fsync would be free. */
  mail(...names: string[]): string;
  /** PATH, HOME and what a terminal needs; the installed programs come first in PATH. */
  env: Record<string, string>;
  remove(): void;
}

export function makePlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), "ovld-peers-"));
  mkdirSync(".cache", { recursive: true });
  const disk = resolve(mkdtempSync(join(".cache", "bench-peers-")));
  const at = (...names: string[]) => join(folder, ...names);
  for (const name of ["home", "t", "bin"]) mkdirSync(at(name), { mode: 0o700 });
  return {
    at,
    packages: (...names) => join(process.env.PEERS ?? folder, ...names),
    mail: (...names) => join(disk, ...names),
    env: {
      PATH: `${at("bin")}:${process.env.PATH ?? ""}`,
      HOME: at("home"),
      TMUX_TMPDIR: at("t"),
      SHELL: "/bin/sh",
      TERM: "xterm-256color",
      LANG: "C.UTF-8",
    },
    remove() {
      for (const each of [folder, disk]) rmSync(each, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}
