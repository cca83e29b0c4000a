/** One command of tmux with its arguments, each any text without NUL. */
export type TmuxCommand = readonly [name: string, ...args: string[]];

/** Commands as arguments of one tmux process, in a row. */
export function commandArguments(commands: readonly TmuxCommand[]): string[] {
  return commands.flatMap((command, index) => [...(index === 0 ? [] : [";"]), ...command.map(withoutEnd)]);
}

/** Commands as one line of a file of commands: like arguments in a row, the first that fails is the last. */
export function commandLine(commands: readonly TmuxCommand[]): string {
  return commands.map((command) => command.map(quoted).join(" ")).join(" ; ");
}

/** One command that carries out others where a format is true of the target, else those given as the last. */
export function when(
  condition: string,
  target: string,
  then: readonly TmuxCommand[],
  otherwise: readonly TmuxCommand[] = [],
): TmuxCommand {
  const branches = [then, ...(otherwise.length === 0 ? [] : [otherwise])];
  return ["if-shell", "-F", "-t", target, condition, ...branches.map(commandLine)];
}

/** A `~` at the start would become a home directory, and white space after a line break would be lost. */
function quoted(argument: string): string {
  return `"${argument
    .replaceAll(/["\\$~]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")}"`;
}

/** A text for an argument that tmux expands as a format, where `#(…)` would run a program; `#[` it leaves as it is. */
export function literal(text: string): string {
  return text.replaceAll(/#+(?![#[])/g, "$&$&");
}

/** A `;` at the end of an argument would end the command. */
function withoutEnd(argument: string): string {
  return argument.endsWith(";") ? `${argument.slice(0, -1)}\\;` : argument;
}
