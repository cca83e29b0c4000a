/** One tmux command with its arguments; an argument is any text without NUL. */
export type TmuxCommand = readonly [name: string, ...args: string[]];

/** Commands as arguments of one tmux process, run in order. */
export function commandArguments(commands: readonly TmuxCommand[]): string[] {
  return commands.flatMap((command, index) => [...(index === 0 ? [] : [";"]), ...command.map(withoutEnd)]);
}

/** Commands as one line of a command file: the first failure skips the rest of the line. */
export function commandLine(commands: readonly TmuxCommand[]): string {
  return commands.map((command) => command.map(quoted).join(" ")).join(" ; ");
}

/** A command that runs `then` if a format is true for the target, else `otherwise`. */
export function when(
  condition: string,
  target: string,
  then: readonly TmuxCommand[],
  otherwise: readonly TmuxCommand[] = [],
): TmuxCommand {
  const branches = [then, ...(otherwise.length === 0 ? [] : [otherwise])];
  return ["if-shell", "-F", "-t", target, condition, ...branches.map(commandLine)];
}

/** tmux expands a leading `~` and drops white space after a line break, so both are escaped. */
function quoted(argument: string): string {
  return `"${argument
    .replaceAll(/["\\$~]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")}"`;
}

/**
 * Escapes text for an argument that tmux expands as a format, in which `#(…)` would run a program; tmux keeps `#[`
 * unchanged.
 */
export function literal(text: string): string {
  return text.replaceAll(/#+(?![#[])/g, "$&$&");
}

/** A trailing `;` would end the command. */
function withoutEnd(argument: string): string {
  return argument.endsWith(";") ? `${argument.slice(0, -1)}\\;` : argument;
}
