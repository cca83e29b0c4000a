import type { MultiplexerOptions } from "./multiplexer.ts";

/**
 * An environment without what tells in which pane a process runs. A multiplexer that is started inside one would take
 * it for its own place or refuse to attach, its programs would inherit it, and who ends that pane's session with all
 * that has its mark would end them too.
 */
export function withoutNesting(env: MultiplexerOptions["env"]): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !nesting.test(name)));
}

const nesting = /^(TMUX|TMUX_PANE|OVLD_TMUX_SESSION|OVLD_TMUX_MARK|ZELLIJ|ZELLIJ_SESSION_NAME|ZELLIJ_PANE_ID)$/;
