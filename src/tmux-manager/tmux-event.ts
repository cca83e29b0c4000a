/** A change on a server, or output of a program. */
export type TmuxEvent =
  | { readonly type: "session-created" | "session-closed"; readonly session: string }
  | { readonly type: "session-renamed"; readonly session: string; readonly before: string }
  | { readonly type: "window-added" | "window-closed"; readonly session: string; readonly window: string }
  | { readonly type: "window-renamed"; readonly session: string; readonly window: string; readonly before: string }
  | ({ readonly type: "pane-added" | "pane-closed" | "pane-exited" | "pane-restarted" } & PaneEvent)
  | ({ readonly type: "output"; readonly data: string } & PaneEvent);

export interface PaneEvent {
  readonly session: string;
  readonly window: string;
  /** tmux's own id, e.g. `%7`. */
  readonly pane: string;
  readonly agent: string | undefined;
}
