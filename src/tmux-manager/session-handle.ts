import { OvldError } from "#errors/ovld-error.ts";
import type { PaneState } from "#multiplexer/tmux/pane-state.ts";
import { groups } from "./groups.ts";
import type { Pane, Session, Window } from "./session.ts";
import type { LayoutType } from "./tmux-config.ts";

/** Actions behind a session's handles. */
export interface SessionActions {
  /** Applies to the window of the pane. */
  setLayout(pane: PaneState, layout: LayoutType): Promise<void>;
}

/** The sessions of these panes, in order of first occurrence. */
export function sessionsFrom(panes: readonly PaneState[], actions: SessionActions): Session[] {
  return groups(panes, ({ session }) => session.id).map((own) => sessionFrom(own, actions));
}

function sessionFrom(states: readonly [PaneState, ...PaneState[]], actions: SessionActions): Session {
  const { name, id, created, attached, mark } = states[0].session;
  const windows = groups(states, ({ window }) => window.id).map((own) => windowFrom(own, actions));
  const panes = windows.flatMap((window) => window.panes);
  return {
    name,
    id,
    created: new Date(created),
    attached,
    managed: mark !== "",
    windows,
    panes,
    window(wanted) {
      const found = windows.find((window) => window.name === wanted);
      if (found) return found;
      throw new OvldError("window-unknown", {
        session: name,
        window: wanted,
        known: windows.map((window) => window.name),
      });
    },
    pane: (index) => panes[index] ?? noPane(name, String(index)),
  };
}

function windowFrom(states: readonly [PaneState, ...PaneState[]], actions: SessionActions): Window {
  const { session, window } = states[0];
  const panes = states.map(paneFrom).sort((a, b) => a.index - b.index);
  return {
    ...window,
    panes,
    pane: (wanted) => panes.find(({ index }) => index === wanted) ?? noPane(session.name, `${window.name}.${wanted}`),
    setLayout: (layout) => actions.setLayout(states[0], layout),
  };
}

function paneFrom({ id, index, window, agent, pid, state, exitStatus, columns, rows, active }: PaneState): Pane {
  return { id, index, window: window.name, agent, pid, state, exitStatus, columns, rows, active };
}

function noPane(session: string, pane: string): never {
  throw new OvldError("pane-gone", { session, pane });
}
