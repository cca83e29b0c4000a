/** Distinguishes a server from a later one on the same socket, which reuses its ids. */
export interface ServerId {
  pid: number;
  started: string;
}

export interface SessionState {
  server: ServerId;
  session: { id: string; name: string; created: number; attached: number; mark: string };
}

export interface PaneState extends SessionState {
  window: { id: string; name: string; active: boolean };
  id: string;
  /** The pane's number in its window, counted from 0, stable when panes are moved; its position without a number. */
  index: number;
  agent: string | undefined;
  /** Tab and title of the pane in the plan of an army. */
  planned: readonly [tab: string, title: string] | undefined;
  title: string;
  pid: number;
  state: "running" | "exited";
  exitStatus: number | undefined;
  /** The program has ended, but tmux does not report the exit status. */
  isUntold: boolean;
  columns: number;
  rows: number;
  /** Planned share of the window, e.g. `40%`; empty without a plan. */
  share: { columns: string; rows: string };
  active: boolean;
}
