import { literal, type TmuxCommand } from "./command.ts";

/** The tail of every command that starts a program in a pane. */
export function programIn(directory: string, argv: readonly string[]): readonly string[] {
  return ["-c", literal(directory), "--", ...withoutShell(argv)];
}

/** Replaces the program of a pane; by default with the one it was started with. */
export function respawnCommand(pane: string, program: readonly string[] = []): TmuxCommand {
  return ["respawn-pane", "-k", "-t", pane, ...program];
}

/** tmux passes a command of one word to a shell. */
function withoutShell(argv: readonly string[]): readonly string[] {
  return argv.length === 1 ? ["sh", "-c", 'exec "$0"', ...argv] : argv;
}
