import { literal, type TmuxCommand } from "./command.ts";

/** The end of every command that starts a program in a pane: where, and which. */
export function programIn(directory: string, argv: readonly string[]): readonly string[] {
  return ["-c", literal(directory), "--", ...withoutShell(argv)];
}

/** Starts a program in the place of what runs in a pane: the one given, else the one that the pane had first. */
export function respawnCommand(pane: string, program: readonly string[] = []): TmuxCommand {
  return ["respawn-pane", "-k", "-t", pane, ...program];
}

/** tmux gives a command of one word to a shell. */
function withoutShell(argv: readonly string[]): readonly string[] {
  return argv.length === 1 ? ["sh", "-c", 'exec "$0"', ...argv] : argv;
}
