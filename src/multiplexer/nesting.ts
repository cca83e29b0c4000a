import type { MultiplexerOptions } from "./multiplexer.ts";

/**
 * Removes the variables that name the pane this process runs in. With them a multiplexer refuses to attach or acts on
 * that pane's session. Its programs would also inherit the session's mark and be ended together with that session.
 */
export function withoutNesting(env: MultiplexerOptions["env"]): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !nesting.test(name)));
}

const nesting = /^(TMUX|TMUX_PANE|OVLD_TMUX_SESSION|OVLD_TMUX_MARK|ZELLIJ|ZELLIJ_SESSION_NAME|ZELLIJ_PANE_ID)$/;
