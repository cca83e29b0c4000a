import type { LayoutType } from "./tmux-config.ts";

/** A session as it was when it was asked for; `getSession` gives it as it is now. */
export interface Session {
  readonly name: string;
  /** tmux's own id, e.g. `$3`: stays when the session is renamed, and ends with its server. */
  readonly id: string;
  readonly created: Date;
  /** How many people and programs look at it. */
  readonly attached: number;
  /** Whether ovld made it: a `TmuxManager`, or an army that was summoned. */
  readonly managed: boolean;
  readonly windows: readonly Window[];
  readonly panes: readonly Pane[];
  /** Throws `window-unknown` when there is none of that name. */
  window(name: string): Window;
  /** By its place among all panes of the session, counted from 0. Throws `pane-gone` when there are not so many. */
  pane(index: number): Pane;
}

export interface Window {
  readonly name: string;
  /** tmux's own id, e.g. `@5`. */
  readonly id: string;
  /** Whether it is the one that is shown. */
  readonly active: boolean;
  readonly panes: readonly Pane[];
  /** By its number in the window, counted from 0. Throws `pane-gone` when there is none. */
  pane(index: number): Pane;
  setLayout(layout: LayoutType): Promise<void>;
}

export interface Pane {
  /** tmux's own id, e.g. `%7`. */
  readonly id: string;
  /** Its number in its window, counted from 0, whatever `pane-base-index` says. */
  readonly index: number;
  readonly window: string;
  readonly agent: string | undefined;
  readonly pid: number;
  readonly state: "running" | "exited";
  readonly exitStatus: number | undefined;
  readonly columns: number;
  readonly rows: number;
  /** Whether it is the active one of its window. */
  readonly active: boolean;
}
