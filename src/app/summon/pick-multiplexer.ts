import { type MultiplexerKind, multiplexerKinds } from "#multiplexer/multiplexer.ts";

export interface MultiplexerWishes {
  /** In the settings, or with `--mux`. */
  configured: MultiplexerKind | "auto";
  /** The one that the formation is made for. */
  preferred: MultiplexerKind | undefined;
  isInstalled(kind: MultiplexerKind): boolean;
}

/** The one asked for; else, of those that are installed, the formation's, zellij, tmux, in this order. */
export function pickMultiplexer({ configured, preferred, isInstalled }: MultiplexerWishes): MultiplexerKind {
  if (configured !== "auto") return configured;
  const order = preferred === undefined ? multiplexerKinds : [preferred, ...multiplexerKinds];
  return order.find(isInstalled) ?? multiplexerKinds[0];
}
