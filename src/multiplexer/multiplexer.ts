import type { Launch, SessionPlan } from "./session-plan.ts";

export const multiplexerKinds = ["zellij", "tmux"] as const;
export type MultiplexerKind = (typeof multiplexerKinds)[number];

/** `exited`: the multiplexer still lists the session, but nothing runs in it. */
export interface MultiplexerSession {
  name: string;
  state: "running" | "exited";
}

/** The multiplexer's own id of a pane, e.g. `terminal_3` or `%7`; stable when tabs and panes move. */
export type PaneId = string & { readonly brand?: "PaneId" };

export interface Pane {
  id: PaneId;
  tab: string;
  title: string;
  state: "running" | "exited";
  exitStatus?: number;
  columns: number;
  rows: number;
}

/** Queries that change nothing. */
export interface MultiplexerProbe {
  readonly kind: MultiplexerKind;
  /** Every session of this user, also those that ovld did not make. An empty list means none; a failed query throws. */
  sessions(): Promise<MultiplexerSession[]>;
  /**
   * ovld's sockets without a server behind them. Call it before `sessions`: zellij removes such sockets while it lists.
   */
  staleSockets(): Promise<string[]>;
  /** Unheld locks and unused files that a killed `ovld` left outside the ovld home. */
  staleFiles(): Promise<string[]>;
}

/** A program that keeps terminals alive behind a socket. Sessions are addressed by exact name, panes by id. */
export interface Multiplexer extends MultiplexerProbe {
  /** The longest session name, in bytes, that this machine's socket path allows. */
  maxNameBytes(): number;
  /** The files that `open` and `openHere` write into `folder`, and the commands they run. Has no side effects. */
  describe(plan: SessionPlan, folder: string): Description;
  /**
   * Starts the plan without a terminal; resolves with the panes when all of them exist. A failure leaves no session. A
   * name that is taken throws `session-taken` and leaves that session alone.
   */
  open(plan: SessionPlan, options: OpenOptions): Promise<Pane[]>;
  /**
   * Starts the plan on this terminal; resolves when the person detaches or the session ends. `options.signal` has an
   * effect until the session is shown.
   */
  openHere(plan: SessionPlan, options: OpenOptions): Promise<Leaving>;
  /** Shows a running session on this terminal; resolves like `openHere`. */
  attach(session: string): Promise<Leaving>;
  /** Every pane with a terminal, in the order of tabs and panes. */
  panes(session: string): Promise<Pane[]>;
  /**
   * Starts a program in place of a pane's program, which is ended if it still runs. If the pane is gone, a new pane in
   * its tab is used; a tab that closed with its last pane is made again. zellij makes such a tab only while a client is
   * attached; otherwise it uses another tab. Resolves with the id of the pane that runs the program now, which may
   * differ.
   */
  respawn(session: string, pane: PaneId | undefined, respawn: Respawn): Promise<PaneId>;
  /**
   * Types into a pane, byte for byte; `\r` is Enter. Throws `pane-gone` when there is no such pane, `pane-exited` when
   * its program has ended, `session-ended` when there is no such session.
   */
  type(session: string, pane: PaneId, text: string): Promise<void>;
  /** The lines that a pane shows now. */
  screen(session: string, pane: PaneId): Promise<string>;
  /** Moves at least one attached client to a pane; without a client it does nothing. */
  focus(session: string, pane: PaneId): Promise<void>;
  /** The pane that an attached client shows; any one if there are several clients, undefined without a client. */
  focused(session: string): Promise<PaneId | undefined>;
  /** Ends a session and forgets it, running or exited; a missing session is no error. */
  end(session: string): Promise<void>;
}

/**
 * `left`: the person detached or ended the session. `lost`: the terminal lost the session, for instance to a killed
 * server.
 */
export type Leaving = "left" | "lost";

/** A client exits with 0 after a detach or the end of its session, and with another status when it lost its server. */
export function leavingOf(exitCode: number | null): Leaving {
  return exitCode === 0 ? "left" : "lost";
}

export interface Respawn {
  tab: string;
  title: string;
  directory: string;
  argv: Launch["argv"];
}

export interface OpenOptions {
  /** Folder for files of the session while it runs. */
  folder: string;
  signal?: AbortSignal;
}

export interface Description {
  files: { path: string; content: string }[];
  foreground: string[];
  background: string[];
}

export interface MultiplexerOptions {
  program: string;
  env: Readonly<Record<string, string | undefined>>;
}
