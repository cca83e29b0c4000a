import type { MultiplexerOptions } from "./multiplexer.ts";

/**
 * An environment without what tells in which pane a process runs. A multiplexer that is started inside one would take it for
 * its own place, or refuse to attach, and so would the programs in its panes; and what is ended with a session by its
 * mark would be ended with it.
 */
export function withoutNesting(env: MultiplexerOptions["env"]): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !nesting.test(name)));
}

const nesting = /^(TMUX|TMUX_PANE|OVLD_TMUX_SESSION|OVLD_TMUX_MARK|ZELLIJ|ZELLIJ_SESSION_NAME|ZELLIJ_PANE_ID)$/;
