import { isAbsolute, relative } from "node:path";
import type { RunningProcess } from "#base/process-table.ts";
import type { Paths } from "#home/paths.ts";
import type { MultiplexerKind } from "#multiplexer/multiplexer.ts";
import { realPathOf } from "./real-path-of.ts";

/** Tells the army of this ovld home that a process runs for, whether its folder is still there or not. */
export function armyOfProcess(paths: Paths): (running: RunningProcess) => string | undefined {
  const sessions = realPathOf(paths.sessions);
  const nameIn = (path: string | undefined) => {
    // Of the many words on a machine few can lead there, and only those are looked up.
    if (!path || !isAbsolute(path) || !path.includes("/sessions/")) return undefined;
    const [name = ""] = relative(sessions, realPathOf(path)).split("/");
    return name === "" || name === ".." ? undefined : name;
  };
  return (running) => {
    const name = nameIn(running.environment.OVLD_RELAY_DIR);
    // A person's own pager may show a file of an army, and a tmux server keeps the words it was started with: only in the
    // army's own panes are such words an agent's, or a waiter's.
    return name ?? running.argv.map(nameIn).find((found) => found !== undefined && seatOf(running, found));
  };
}

/** The multiplexer in whose session of this name a process sits. */
export function seatOf({ environment }: RunningProcess, session: string): MultiplexerKind | undefined {
  if (environment.OVLD_TMUX_SESSION === session) return "tmux";
  return environment.ZELLIJ_SESSION_NAME === session ? "zellij" : undefined;
}
