import type { Pane } from "#multiplexer/multiplexer.ts";
import type { TmuxCommand } from "./command.ts";
import { listPanes } from "./listing.ts";
import type { PaneState } from "./pane-state.ts";
import type { Tmux } from "./run.ts";
import { readPanes } from "./server-state.ts";
import { inSession } from "./session.ts";

export async function panesOf(tmux: Tmux, session: string): Promise<Pane[]> {
  const panes = await readPanes((commands) => inSession(tmux, session, commands), listPanesOf(session));
  return panes.map(plain);
}

export function listPanesOf(session: string): TmuxCommand {
  return listPanes(["-s", "-t", `=${session}:`]);
}

/** A pane that a person has added is not in the plan and keeps the names that tmux shows. */
export function plain({ id, window, planned, title, state, exitStatus, columns, rows }: PaneState): Pane {
  const [tab, name] = planned ?? [window.name, title];
  return { id, tab, title: name, state, ...(exitStatus === undefined ? {} : { exitStatus }), columns, rows };
}
