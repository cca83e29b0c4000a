import { shells } from "#multiplexer/shells.ts";

/**
 * True of a pane whose terminal a shell has, a login shell too: it would run what is typed, and reads it as it comes.
 */
export const isShell = `#{m:*|#{s/^-//:pane_current_command}|*,|${shells.join("|")}|}`;
