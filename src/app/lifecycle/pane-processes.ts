import { basename } from "node:path";
import type { Services } from "#app/services.ts";
import type { RunningProcess } from "#base/process-table.ts";
import { type EnvironmentMatch, isMatch } from "#base/processes.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { withSocketEnv } from "#home/socket-env.ts";

/** A process that a multiplexer started in a pane of the session, and that multiplexer's server. */
export interface PaneProgram {
  program: RunningProcess;
  server: RunningProcess;
}

/** Matches processes with the session's name and a pane: programs of panes and their descendants. */
export function paneProcesses(entry: SessionEntry, env: Services["env"]): (running: RunningProcess) => boolean {
  const isOfSession = sessionProcesses(entry, env);
  return (running) => isOfSession(running) && paneOf(running) !== undefined;
}

/** Matches processes with the session's name, also without a pane, such as zellij's server (0.45). */
export function sessionProcesses(entry: SessionEntry, env: Services["env"]): (running: RunningProcess) => boolean {
  const match = variablesOf(entry, env);
  return ({ environment }) => isMatch(environment, match);
}

/** The multiplexer's id of the pane that a process was started from. */
export function paneOf({ environment }: RunningProcess): string | undefined {
  const { TMUX_PANE, ZELLIJ_PANE_ID, OVLD_TMUX_SESSION } = environment;
  if (OVLD_TMUX_SESSION !== undefined) return TMUX_PANE;
  return ZELLIJ_PANE_ID === undefined ? undefined : `terminal_${ZELLIJ_PANE_ID}`;
}

/** The programs that the multiplexer's server started in panes. A daemon has another parent. */
export function panePrograms(
  table: readonly RunningProcess[],
  { multiplexer }: SessionEntry,
  isOfPane: (running: RunningProcess) => boolean,
): PaneProgram[] {
  const servers = new Map(
    table
      .filter((running) => isProgramOf(multiplexer, running) && !isOfPane(running))
      .map((running) => [running.pid, running]),
  );
  return table.filter(isOfPane).flatMap((program) => {
    const server = servers.get(program.parent);
    return server ? [{ program, server }] : [];
  });
}

/** Whether the process is a server or a client of the multiplexer. */
export function isProgramOf(multiplexer: SessionEntry["multiplexer"], { argv }: RunningProcess): boolean {
  return basename(argv[0] ?? "").startsWith(multiplexer);
}

/** Includes the socket variables: a session of the same name on another socket belongs to another home. */
function variablesOf({ name, multiplexer, socketEnv }: SessionEntry, env: Services["env"]): EnvironmentMatch {
  const { HOME, ZELLIJ_SOCKET_DIR, XDG_RUNTIME_DIR, TMPDIR, TMUX_TMPDIR } = withSocketEnv(socketEnv, env);
  switch (multiplexer) {
    case "zellij":
      return { ZELLIJ_SESSION_NAME: name, HOME, ZELLIJ_SOCKET_DIR, XDG_RUNTIME_DIR, TMPDIR };
    case "tmux":
      return { OVLD_TMUX_SESSION: name, HOME, TMUX_TMPDIR };
  }
}
