import type { TmuxLayout } from "#config/tmux-layouts.ts";

/** Everything that a `TmuxManager` needs to know; `ConfigLoader.load().tmux` is one. */
export interface TmuxConfig extends SessionConfig {
  /** Where panes start. */
  readonly directory: string;
  /** The tmux to run: a name on PATH or a path. */
  readonly program: string;
  /** The environment that tmux itself is run with. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Like `tmux -L`; without it and `socketPath` the user's default server is meant. */
  readonly socketName?: string | undefined;
  /** Like `tmux -S`; goes before `socketName`. */
  readonly socketPath?: string | undefined;
  /** Where the registry of sessions and the log of what was cleaned up are kept. */
  readonly folder: string;
  /** Size of a session that nobody looks at yet. */
  readonly columns: number;
  readonly rows: number;
  /** Milliseconds that a server may take to answer before it counts as dead. */
  readonly timeLimit: number;
}

/** What a session is made of. */
export interface SessionConfig {
  /** One pane each; windows stand in the order in which agents name them. */
  readonly agents: readonly AgentConfig[];
  readonly layout: LayoutType;
  /** What runs in the pane of an agent without a command. */
  readonly shell: string;
  /** Variables for every pane. */
  readonly environment: Readonly<Record<string, string>>;
}

/** What `createSession` is given: a name, and what shall differ from the manager's own config. */
export interface SessionRequest extends Partial<SessionConfig>, Partial<SessionSize> {
  readonly name: string;
  readonly directory?: string;
}

/** A request with the manager's own config where it said nothing. */
export interface SessionSpec extends SessionConfig, Partial<SessionSize> {
  readonly name: string;
  readonly directory: string;
}

type SessionSize = Pick<TmuxConfig, "columns" | "rows">;

export interface AgentConfig {
  readonly id: string;
  /** The name of the window that its pane is in. */
  readonly window: string;
  /** Program and arguments, never a shell line; without it the session's shell runs. */
  readonly command?: readonly [program: string, ...args: string[]] | undefined;
  /** For whoever makes commands of agents; tmux does not look at it. */
  readonly model?: string | undefined;
  readonly directory?: string | undefined;
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

export type LayoutType = TmuxLayout;
