/** A server, told apart from a later one on the same socket: ids begin anew with each. */
export interface ServerId {
  pid: number;
  started: string;
}

/** A session as its server describes it. */
export interface SessionState {
  server: ServerId;
  session: { id: string; name: string; created: number; attached: number; mark: string };
}

/** One pane as its server describes it. */
export interface PaneState extends SessionState {
  window: { id: string; name: string; active: boolean };
  id: string;
  /**
   * Its number in its window, counted from 0, that stays when panes are moved; where we did not give one, its place.
   */
  index: number;
  agent: string | undefined;
  /** Its tab and title in the plan of an army. */
  planned: readonly [tab: string, title: string] | undefined;
  title: string;
  pid: number;
  state: "running" | "exited";
  exitStatus: number | undefined;
  /** Its program has ended, and tmux does not say how. */
  isUntold: boolean;
  columns: number;
  rows: number;
  /** How much of its window it should have, e.g. `40%`; empty where nothing was planned. */
  share: { columns: string; rows: string };
  active: boolean;
}
