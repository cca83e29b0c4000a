import type { Catalog } from "#i18n/catalog.ts";
import {
  commonFlags,
  type FlagSpec,
  namesOf,
  type Verb,
  type VerbGroup,
  type VerbName,
  type VerbTable,
} from "./frame/command.ts";

/** The page of `ovld --help`, on one screen; loads no verb. Verbs that ovld starts itself are not for people to learn. */
export function overview(verbs: VerbTable, words: Catalog): string {
  const verbNames = namesOf(verbs);
  const width = Math.max(...verbNames.map((name) => name.length));
  const { tagline, usage, verb, flags, more, groups } = words.help;
  const lines = [tagline, `${usage} ovld <${verb}> [${flags}], ovld --version`, more];
  for (const group of (Object.keys(groups) as VerbGroup[]).filter((name) => name !== "inner")) {
    lines.push("", groups[group]);
    for (const name of verbNames)
      if (verbs[name].group === group) lines.push(`  ${name.padEnd(width)}  ${words.verbs[name].summary}`);
  }
  lines.push("", words.help.everywhere);
  for (const flag of Object.keys(commonFlags) as (keyof typeof commonFlags)[])
    lines.push(`  ${flagText(flag, commonFlags[flag]).padEnd(width + 7)}  ${words.help.common[flag]}`);
  lines.push("", words.help.examples, ...words.help.overviewExamples.map((example) => `  ${example}`));
  return lines.join("\n");
}

/** The page of `ovld <verb> --help`. */
export function verbPage(name: VerbName, verb: Verb, words: Catalog): string {
  const text = textOf(name, words);
  const lines = [text.summary, "", `${words.help.usage} ${usageLine(name, verb)}`];
  if (text.about) lines.push("", text.about);
  const flags = Object.entries(verb.flags);
  const width = Math.max(0, ...flags.map(([flag, spec]) => flagText(flag, spec).length));
  if (flags.length > 0) lines.push("", words.help.flagsTitle);
  for (const [flag, spec] of flags) lines.push(`  ${flagText(flag, spec).padEnd(width)}  ${text.flags[flag] ?? ""}`);
  lines.push("", words.help.examples, ...verb.examples.map((example) => `  ${example}`));
  return lines.join("\n");
}

/** The same page for programs. */
export function verbFacts(name: VerbName, verb: Verb, words: Catalog) {
  const { summary, about, flags } = textOf(name, words);
  return {
    topic: name,
    summary,
    usage: usageLine(name, verb),
    about,
    flags: Object.entries(verb.flags).map(([flag, { value }]) => ({ flag: `--${flag}`, value, summary: flags[flag] })),
    examples: verb.examples,
  };
}

function textOf(name: VerbName, words: Catalog): { summary: string; about?: string; flags: Record<string, string> } {
  return words.verbs[name];
}

export function usageLine(name: VerbName, verb: Verb): string {
  const parts = verb.arguments.map(({ name: argument, optional, many, candidates }) => {
    const text = `${Array.isArray(candidates) ? candidates.join("|") : argument}${many ? "…" : ""}`;
    return optional ? `[${text}]` : `<${text}>`;
  });
  const flags = Object.entries(verb.flags).map(([flag, spec]) => `[${flagText(flag, spec)}]`);
  return ["ovld", name, ...parts, ...flags].join(" ");
}

function flagText(flag: string, spec: FlagSpec | undefined): string {
  return spec?.type === "string" ? `--${flag} ${spec.value ?? flag.toUpperCase()}` : `--${flag}`;
}
