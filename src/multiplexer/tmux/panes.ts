import type { Pane } from "#multiplexer/multiplexer.ts";
import type { TmuxCommand } from "./command.ts";
import { listPanes, panesFrom } from "./listing.ts";
import type { PaneState } from "./pane-state.ts";
import type { Tmux } from "./run.ts";
import { inSession } from "./session.ts";

/**
 * Every pane of a session. A tmux that writes to utmp misses the end of one program in two (3.3a: libutempter takes its
 * SIGCHLD away for a moment) and learns of it only when another process ends: then one is made to end.
 */
export async function panesOf(tmux: Tmux, session: string): Promise<Pane[]> {
  const list = listPanesOf(session);
  const panes = panesFrom(await inSession(tmux, session, [list]));
  if (!panes.some(({ isUntold }) => isUntold)) return panes.map(plain);
  return panesFrom(await inSession(tmux, session, [["run-shell", "true"], list])).map(plain);
}

export function listPanesOf(session: string): TmuxCommand {
  return listPanes(["-s", "-t", `=${session}`]);
}

/** A pane that a person has added has no place in the plan, and keeps the names that tmux shows. */
export function plain({ id, window, planned, title, state, exitStatus, columns, rows }: PaneState): Pane {
  const [tab, name] = planned ?? [window.name, title];
  return { id, tab, title: name, state, ...(exitStatus === undefined ? {} : { exitStatus }), columns, rows };
}
