export const multiplexerKinds = ["zellij", "tmux"] as const;
export type MultiplexerKind = (typeof multiplexerKinds)[number];

/** `exited`: the multiplexer still knows its name, but nothing runs in it. */
export interface MultiplexerSession {
  name: string;
  state: "running" | "exited";
}

/** A program that keeps terminals alive behind a socket. */
export interface Multiplexer {
  readonly kind: MultiplexerKind;
  /** Every session of this user, ours or not; none is an empty list, failing to ask throws. */
  sessions(): Promise<MultiplexerSession[]>;
  /** Sockets of ours that no server answers on. To be asked before `sessions`: zellij tidies them while it lists. */
  staleSockets(): Promise<string[]>;
}

export interface MultiplexerOptions {
  program: string;
  env: Readonly<Record<string, string | undefined>>;
}
