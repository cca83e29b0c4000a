import { isCommon, type ShellCommand, wordsFor } from "./shell-command.ts";

export function fishScript(commands: readonly ShellCommand[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  const lines = ["# fish completion for ovld", "complete -c ovld -f"];
  for (const flag of commands[0]?.flags.filter(isCommon) ?? []) lines.push(`complete -c ovld ${flagWords(flag)}`);
  for (const { name, summary, flags, arguments: positions } of commands) {
    const seen = `-n "__fish_seen_subcommand_from ${name}"`;
    lines.push(`complete -c ovld -n "not __fish_seen_subcommand_from ${names}" -a ${name} -d ${quote(summary)}`);
    for (const flag of flags.filter((one) => !isCommon(one))) lines.push(`complete -c ovld ${seen} ${flagWords(flag)}`);
    for (const { candidates } of positions)
      if (candidates !== undefined) lines.push(`complete -c ovld ${seen} -a ${fishWords(wordsFor(candidates))}`);
  }
  return lines.join("\n");
}

function flagWords({ name, type, candidates, summary }: ShellCommand["flags"][number]): string {
  const value = type === "string" ? ` -x -a ${fishWords(wordsFor(candidates))}` : "";
  return `-l ${name.slice(2)}${value} -d ${quote(summary)}`;
}

/** fish writes command substitution without the dollar sign. */
function fishWords(words: string): string {
  return quote(words.replace(/^\$\(/, "("));
}

function quote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
