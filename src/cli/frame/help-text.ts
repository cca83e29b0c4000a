import type { Catalog } from "#i18n/catalog.ts";
import {
  type Command,
  type CommandGroup,
  type CommandName,
  type CommandTable,
  commonFlags,
  type FlagSpec,
  namesOf,
} from "./command.ts";

/** The page of `ovld --help`: fits on one screen, loads no command, and omits commands that only ovld itself starts. */
export function overview(commands: CommandTable, words: Catalog): string {
  const names = namesOf(commands);
  const width = Math.max(...names.map((name) => name.length));
  const { tagline, usage, command, flags, groups } = words.help;
  const lines = [tagline, `${usage} ovld <${command}> [${flags}], ovld --version`];
  for (const group of (Object.keys(groups) as CommandGroup[]).filter((name) => name !== "inner")) {
    lines.push("", groups[group]);
    for (const name of names)
      if (commands[name].group === group) lines.push(`  ${name.padEnd(width)}  ${words.commands[name].summary}`);
  }
  lines.push("", words.help.everywhere);
  for (const flag of Object.keys(commonFlags) as (keyof typeof commonFlags)[])
    lines.push(`  ${flagText(flag, commonFlags[flag]).padEnd(width + 7)}  ${words.help.common[flag]}`);
  lines.push("", words.help.examples, ...words.help.overviewExamples.map((example) => `  ${example}`));
  return lines.join("\n");
}

export function commandPage(name: CommandName, command: Command, words: Catalog): string {
  const text = textOf(name, words);
  const lines = [text.summary, "", `${words.help.usage} ${usageLine(name, command)}`];
  if (text.about) lines.push("", text.about);
  const flags = Object.entries(command.flags);
  const width = Math.max(0, ...flags.map(([flag, spec]) => flagText(flag, spec).length));
  if (flags.length > 0) lines.push("", words.help.flagsTitle);
  for (const [flag, spec] of flags) lines.push(`  ${flagText(flag, spec).padEnd(width)}  ${text.flags[flag] ?? ""}`);
  lines.push("", words.help.examples, ...command.examples.map((example) => `  ${example}`));
  return lines.join("\n");
}

/** Help of a command as JSON. */
export function commandFacts(name: CommandName, command: Command, words: Catalog) {
  const { summary, about, flags } = textOf(name, words);
  return {
    topic: name,
    summary,
    usage: usageLine(name, command),
    about,
    flags: Object.entries(command.flags).map(([flag, { value }]) => ({
      flag: `--${flag}`,
      value,
      summary: flags[flag],
    })),
    examples: command.examples,
  };
}

function textOf(name: CommandName, words: Catalog): { summary: string; about?: string; flags: Record<string, string> } {
  return words.commands[name];
}

export function usageLine(name: CommandName, command: Command): string {
  const parts = command.arguments.map(({ name: argument, optional, many, candidates }) => {
    const text = `${Array.isArray(candidates) ? candidates.join("|") : argument}${many ? "…" : ""}`;
    return optional ? `[${text}]` : `<${text}>`;
  });
  const flags = Object.entries(command.flags).map(([flag, spec]) => `[${flagText(flag, spec)}]`);
  return ["ovld", name, ...parts, ...flags].join(" ");
}

function flagText(flag: string, spec: FlagSpec | undefined): string {
  return spec?.type === "string" ? `--${flag} ${spec.value ?? flag.toUpperCase()}` : `--${flag}`;
}
