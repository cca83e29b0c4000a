import type { Launch, SessionPlan } from "./session-plan.ts";

export const multiplexerKinds = ["zellij", "tmux"] as const;
export type MultiplexerKind = (typeof multiplexerKinds)[number];

/** `exited`: the multiplexer still knows its name, but nothing runs in it. */
export interface MultiplexerSession {
  name: string;
  state: "running" | "exited";
}

/** The multiplexer's own id of a pane, e.g. `terminal_3` or `%7`; stays the same when tabs and panes move. */
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

/** What can be asked of a multiplexer without touching anything. */
export interface MultiplexerProbe {
  readonly kind: MultiplexerKind;
  /** Every session of this user, ours or not; none is an empty list, failing to ask throws. */
  sessions(): Promise<MultiplexerSession[]>;
  /** Sockets of ours that no server answers on. To be asked before `sessions`: zellij tidies them while it lists. */
  staleSockets(): Promise<string[]>;
  /** Locks that nobody holds and files that nobody uses, left outside the ovld home by an `ovld` that was killed. */
  staleFiles(): Promise<string[]>;
}

/** A program that keeps terminals alive behind a socket. Sessions are named exactly, panes by id. */
export interface Multiplexer extends MultiplexerProbe {
  /** The longest session name, in bytes, that this machine's socket path allows. */
  maxNameBytes(): number;
  /** The files that `open` and `openHere` write into `folder`, and the commands they run; writes and runs nothing. */
  describe(plan: SessionPlan, folder: string): Description;
  /**
   * Starts the plan without a terminal; resolves with its panes when every one of them is there. A failure leaves no
   * session; a name that is taken throws `session-taken` and leaves that one alone.
   */
  open(plan: SessionPlan, options: OpenOptions): Promise<Pane[]>;
  /**
   * Starts the plan on this terminal; resolves when the person has detached or the session has ended. An abort counts
   * until it is shown.
   */
  openHere(plan: SessionPlan, options: OpenOptions): Promise<Leaving>;
  /** Shows a running session on this terminal; resolves like `openHere`. */
  attach(session: string): Promise<Leaving>;
  /** Every pane with a terminal, in the order of tabs and panes. */
  panes(session: string): Promise<Pane[]>;
  /**
   * Starts a program in the place of a pane, whose own is ended if it still runs; where there is no such pane any more,
   * in a new one in its tab, which is made again if it went with its last pane. zellij does that only before a person;
   * while nobody is attached it takes another tab. Resolves with the id of the pane that has the program now, perhaps
   * another than before.
   */
  respawn(session: string, pane: PaneId | undefined, respawn: Respawn): Promise<PaneId>;
  /**
   * Types into a pane, byte for byte; `\r` is Enter. Throws `pane-gone` when there is no such pane, `pane-exited` when
   * its program has ended, `session-ended` when there is no such session.
   */
  type(session: string, pane: PaneId, text: string): Promise<void>;
  /** The lines that a pane shows now. */
  screen(session: string, pane: PaneId): Promise<string>;
  /**
   * Shows a pane to whoever is attached, of several people at least to one; where nobody is attached nothing happens.
   */
  focus(session: string, pane: PaneId): Promise<void>;
  /** The pane that an attached person looks at, of several people any; undefined when nobody is attached. */
  focused(session: string): Promise<PaneId | undefined>;
  /** Ends a session and forgets it, running or exited; one that is not there is no error. */
  end(session: string): Promise<void>;
}

/**
 * `left`: the person detached or ended the session. `lost`: the terminal lost the session, for instance to a killed
 * server.
 */
export type Leaving = "left" | "lost";

/** A client that was detached, or whose session was ended, ends well; one that lost its server does not. */
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
  /** Where files of the session may be kept while it lives. */
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
