import { isCommon, type ShellVerb, wordsFor } from "./shell-command.ts";

export function fishScript(verbs: readonly ShellVerb[]): string {
  const names = verbs.map(({ name }) => name).join(" ");
  const lines = ["# fish completion for ovld", "complete -c ovld -f"];
  for (const flag of verbs[0]?.flags.filter(isCommon) ?? []) lines.push(`complete -c ovld ${flagWords(flag)}`);
  for (const { name, summary, flags, arguments: positions } of verbs) {
    const seen = `-n "__fish_seen_subcommand_from ${name}"`;
    lines.push(`complete -c ovld -n "not __fish_seen_subcommand_from ${names}" -a ${name} -d ${quote(summary)}`);
    for (const flag of flags.filter((one) => !isCommon(one))) lines.push(`complete -c ovld ${seen} ${flagWords(flag)}`);
    for (const { candidates } of positions)
      if (candidates !== undefined) lines.push(`complete -c ovld ${seen} -a ${fishWords(wordsFor(candidates))}`);
  }
  return lines.join("\n");
}

function flagWords({ name, type, candidates, summary }: ShellVerb["flags"][number]): string {
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
