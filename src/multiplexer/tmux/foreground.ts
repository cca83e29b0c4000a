import { shells } from "#multiplexer/shells.ts";

/**
 * True of a pane with a shell in the foreground, login shells included: a shell would run typed text and reads it as it
 * arrives.
 */
export const isShell = `#{m:*|#{s/^-//:pane_current_command}|*,|${shells.join("|")}|}`;
