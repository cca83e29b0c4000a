import type { LayoutType } from "./tmux-config.ts";

/** A snapshot of a session; `getSession` takes a new one. */
export interface Session {
  readonly name: string;
  /** tmux's own id, e.g. `$3`; survives a rename, but not its server. */
  readonly id: string;
  readonly created: Date;
  /** Number of attached clients, programs included. */
  readonly attached: number;
  /** Whether ovld made it, by a `TmuxManager` or for an army. */
  readonly managed: boolean;
  readonly windows: readonly Window[];
  readonly panes: readonly Pane[];
  /** Throws `window-unknown` when there is none of that name. */
  window(name: string): Window;
  /** By its position among all panes of the session, counted from 0. Throws `pane-gone` when there is none. */
  pane(index: number): Pane;
}

export interface Window {
  readonly name: string;
  /** tmux's own id, e.g. `@5`. */
  readonly id: string;
  /** Whether this is the active window. */
  readonly active: boolean;
  readonly panes: readonly Pane[];
  /** By its number in the window, counted from 0. Throws `pane-gone` when there is none. */
  pane(index: number): Pane;
  setLayout(layout: LayoutType): Promise<void>;
}

export interface Pane {
  /** tmux's own id, e.g. `%7`. */
  readonly id: string;
  /** Number of the pane in its window, counted from 0 for any `pane-base-index`. */
  readonly index: number;
  readonly window: string;
  readonly agent: string | undefined;
  readonly pid: number;
  readonly state: "running" | "exited";
  readonly exitStatus: number | undefined;
  readonly columns: number;
  readonly rows: number;
  /** Whether this is the active pane of its window. */
  readonly active: boolean;
}
