import type { TmuxLayout } from "#config/tmux-layouts.ts";

/** The full config of a `TmuxManager`; `ConfigLoader.load().tmux` makes one. */
export interface TmuxConfig extends SessionConfig {
  /** Working directory of new panes. */
  readonly directory: string;
  /** The tmux to run: a name on PATH or a path. */
  readonly program: string;
  /** Environment of the tmux process. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Like `tmux -L`; without it and `socketPath`, the user's default server. */
  readonly socketName?: string | undefined;
  /** Like `tmux -S`; takes precedence over `socketName`. */
  readonly socketPath?: string | undefined;
  /** Folder of the session registry and of the cleanup log. */
  readonly folder: string;
  /** Size of a session without an attached client. */
  readonly columns: number;
  readonly rows: number;
  /** Milliseconds without an answer after which a server counts as dead. */
  readonly timeLimit: number;
}

/** Contents of a session. */
export interface SessionConfig {
  /** One pane each; windows are ordered by their first agent. */
  readonly agents: readonly AgentConfig[];
  readonly layout: LayoutType;
  /** Runs in the pane of an agent without a command. */
  readonly shell: string;
  /** Variables for every pane. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Input of `createSession`: a name, and differences to the manager's own config. */
export interface SessionRequest extends Partial<SessionConfig>, Partial<SessionSize> {
  readonly name: string;
  readonly directory?: string;
}

/** A request completed from the manager's own config. */
export interface SessionSpec extends SessionConfig, Partial<SessionSize> {
  readonly name: string;
  readonly directory: string;
}

type SessionSize = Pick<TmuxConfig, "columns" | "rows">;

export interface AgentConfig {
  readonly id: string;
  /** Name of the window that holds its pane. */
  readonly window: string;
  /** Program and arguments, never a shell line; the session's shell by default. */
  readonly command?: readonly [program: string, ...args: string[]] | undefined;
  /** Free for callers that build agent commands; the manager ignores it. */
  readonly model?: string | undefined;
  readonly directory?: string | undefined;
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

export type LayoutType = TmuxLayout;
