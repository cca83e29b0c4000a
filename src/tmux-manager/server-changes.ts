import type { PaneState } from "#multiplexer/tmux/pane-state.ts";
import type { PaneEvent, TmuxEvent } from "./tmux-event.ts";

/** Differences between two listings of a server; windows and panes of one session only. */
export function changes(before: readonly PaneState[], now: readonly PaneState[], sessionId: string): TmuxEvent[] {
  const own = ({ session }: PaneState) => session.id === sessionId;
  const sessions = (panes: readonly PaneState[]) => names(panes.map(({ session }) => session));
  const windows = (panes: readonly PaneState[]) => names(panes.filter(own).map(({ window }) => window));
  const session = now.find(own)?.session.name ?? before.find(own)?.session.name ?? "";
  return [
    ...named(sessions(before), sessions(now)).map(({ change, ...names }): TmuxEvent => {
      if (change === "renamed") return { type: "session-renamed", session: names.name, before: names.before };
      return { type: change === "new" ? "session-created" : "session-closed", session: names.name };
    }),
    ...named(windows(before), windows(now)).map(({ change, ...names }): TmuxEvent => {
      if (change === "renamed") return { type: "window-renamed", session, window: names.name, before: names.before };
      return { type: change === "new" ? "window-added" : "window-closed", session, window: names.name };
    }),
    ...paneChanges(before.filter(own), now.filter(own)),
  ];
}

export function paneEvent({ session, window, id, agent }: PaneState): PaneEvent {
  return { session: session.name, window: window.name, pane: id, agent };
}

function paneChanges(before: readonly PaneState[], now: readonly PaneState[]): TmuxEvent[] {
  const known = new Map(before.map((pane) => [pane.id, pane]));
  const current = new Set(now.map(({ id }) => id));
  return [
    ...before
      .filter(({ id }) => !current.has(id))
      .map((pane) => ({ type: "pane-closed", ...paneEvent(pane) }) as const),
    ...now.flatMap((pane): TmuxEvent[] => {
      const last = known.get(pane.id);
      const exited = pane.state === "exited" && last?.state !== "exited";
      const restarted = last !== undefined && pane.state === "running" && pane.pid !== last.pid;
      return [
        ...(last ? [] : [{ type: "pane-added", ...paneEvent(pane) } as const]),
        ...(restarted ? [{ type: "pane-restarted", ...paneEvent(pane) } as const] : []),
        ...(exited ? [{ type: "pane-exited", ...paneEvent(pane) } as const] : []),
      ];
    }),
  ];
}

function names(items: readonly { id: string; name: string }[]): Map<string, string> {
  return new Map(items.map(({ id, name }) => [id, name]));
}

function named(before: Map<string, string>, now: Map<string, string>) {
  const gone = [...before].filter(([id]) => !now.has(id)).map(([, name]) => ({ change: "gone", name, before: name }));
  const others = [...now].flatMap(([id, name]) => {
    const last = before.get(id);
    if (last === name) return [];
    return [{ change: last === undefined ? "new" : "renamed", name, before: last ?? name }];
  });
  return [...gone, ...others];
}
