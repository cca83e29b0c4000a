import { isAbsolute, relative } from "node:path";
import type { RunningProcess } from "#base/process-table.ts";
import type { Paths } from "#home/paths.ts";
import type { MultiplexerKind } from "#multiplexer/multiplexer.ts";
import { realPathOf } from "./real-path-of.ts";

/** Finds the army that a process belongs to, even after its folder was removed. */
export function armyOfProcess(paths: Paths): (running: RunningProcess) => string | undefined {
  const sessions = realPathOf(paths.sessions);
  const nameIn = (path: string | undefined) => {
    // Most arguments are no session paths, so skip them before any file system call.
    if (!path || !isAbsolute(path) || !path.includes("/sessions/")) return undefined;
    const [name = ""] = relative(sessions, realPathOf(path)).split("/");
    return name === "" || name === ".." ? undefined : name;
  };
  return (running) => {
    const name = nameIn(running.environment.OVLD_RELAY_DIR);
    // A person's pager may show a file of an army, and a tmux server keeps its start arguments. So arguments count only
    // for processes in the army's own panes.
    return name ?? running.argv.map(nameIn).find((found) => found !== undefined && sessionKindOf(running, found));
  };
}

/** The multiplexer in which a process runs, if its session has this name. */
export function sessionKindOf({ environment }: RunningProcess, session: string): MultiplexerKind | undefined {
  if (environment.OVLD_TMUX_SESSION === session) return "tmux";
  return environment.ZELLIJ_SESSION_NAME === session ? "zellij" : undefined;
}
