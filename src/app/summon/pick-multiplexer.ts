import { type MultiplexerKind, multiplexerKinds } from "#multiplexer/multiplexer.ts";

export interface MultiplexerWishes {
  /** From the settings or `--mux`. */
  configured: MultiplexerKind | "auto";
  /** From the formation. */
  preferred: MultiplexerKind | undefined;
  isInstalled(kind: MultiplexerKind): boolean;
}

/** The configured multiplexer, else the first installed one of: the formation's, zellij, tmux. */
export function pickMultiplexer({ configured, preferred, isInstalled }: MultiplexerWishes): MultiplexerKind {
  if (configured !== "auto") return configured;
  const order = preferred === undefined ? multiplexerKinds : [preferred, ...multiplexerKinds];
  return order.find(isInstalled) ?? multiplexerKinds[0];
}
