import { type MultiplexerKind, multiplexerKinds } from "#multiplexer/multiplexer.ts";

export interface MultiplexerWishes {
  /** In the settings, or with `--mux`. */
  configured: MultiplexerKind | "auto";
  /** The multiplexer that the formation names. */
  preferred: MultiplexerKind | undefined;
  isInstalled(kind: MultiplexerKind): boolean;
}

/** The configured multiplexer, else the first installed one of: the formation's, zellij, tmux. */
export function pickMultiplexer({ configured, preferred, isInstalled }: MultiplexerWishes): MultiplexerKind {
  if (configured !== "auto") return configured;
  const order = preferred === undefined ? multiplexerKinds : [preferred, ...multiplexerKinds];
  return order.find(isInstalled) ?? multiplexerKinds[0];
}
