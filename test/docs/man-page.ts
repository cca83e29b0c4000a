import { type CommandGroup, type CommandName, commonFlags, type FlagSpec, namesOf } from "#cli/frame/command.ts";
import { usageLine } from "#cli/frame/help-text.ts";
import { commands } from "#cli/frame/table.ts";
import type { ErrorKind } from "#errors/error-entry.ts";
import { exitStatus } from "#errors/ovld-error.ts";
import { resolvePaths } from "#home/paths.ts";
import { en } from "#i18n/en.ts";

/** ovld(1), generated from the table of commands and their help texts. */
export async function manPage(version: string): Promise<string> {
  const groups = Object.keys(en.help.groups) as CommandGroup[];
  const pages = await Promise.all(
    groups.map(async (group) => {
      const names = namesOf(commands).filter((name) => commands[name].group === group);
      return [`.SS ${en.help.groups[group]}`, ...(await Promise.all(names.map(commandText)))];
    }),
  );
  return `${[
    '.\\" Generated from the table of commands by `npx vitest run test/docs -u`.',
    `.TH OVLD 1 "" "ovld ${version}"`,
    ".SH NAME",
    `ovld \\- ${roff(en.help.tagline.replace(/^ovld: /, ""))}`,
    ".SH SYNOPSIS",
    ".B ovld\n\\fIcommand\\fR [\\fIflags\\fR]",
    ".SH DESCRIPTION",
    roff(
      "Summons an army of coding agents for a directory: each agent is a real agent CLI in a pane of zellij or tmux, with a role of its own and mail that is never lost.",
    ),
    ".SH COMMANDS",
    ...pages.flat(),
    ".SH FLAGS OF EVERY COMMAND",
    ...flagTexts(commonFlags, en.help.common),
    ".SH EXIT STATUS",
    ...exitTexts(),
    ".SH FILES",
    ...fileTexts(),
    ".SH ENVIRONMENT",
    `.TP\n.B OVLD_HOME\n${roff("The folder for all files of ovld, instead of ~/.config/ovld.")}`,
    `.TP\n.B OVLD_*\n${roff("One variable per setting, such as OVLD_LANG and OVLD_SANDBOX_ENGINE; `ovld config` shows all settings.")}`,
    ".SH SEE ALSO\n.BR zellij (1),\n.BR tmux (1),\n.BR claude (1)",
  ].join("\n")}\n`;
}

async function commandText(name: CommandName): Promise<string> {
  const command = await commands[name].load();
  const { summary, about, flags } = en.commands[name] as {
    summary: string;
    about: string;
    flags: Record<string, string>;
  };
  return [
    ".TP",
    `.B ${roff(usageLine(name, command))}`,
    roff(`${summary[0]?.toUpperCase()}${summary.slice(1)}. ${about}`),
    ".RS",
    ...flagTexts(command.flags, flags),
    `.P\n${roff(`${en.help.examples}:`)}`,
    ...command.examples.map((example) => `.br\n\\fB${roff(example)}\\fR`),
    ".RE",
  ].join("\n");
}

function flagTexts(specs: Readonly<Record<string, FlagSpec>>, words: Readonly<Record<string, string>>): string[] {
  return Object.entries(specs).map(
    ([flag, { value }]) => `.TP\n.B ${roff(`--${flag}${value ? ` ${value}` : ""}`)}\n${roff(words[flag] ?? "")}`,
  );
}

function exitTexts(): string[] {
  const statuses = Object.entries(exitStatus).sort(([, a], [, b]) => a - b) as [ErrorKind, number][];
  const rows = [[0, en.exitCodes.ok], ...statuses.map(([kind, status]) => [status, en.exitCodes[kind]])] as const;
  return rows.map(([status, text]) => `.TP\n.B ${status}\n${roff(String(text))}`);
}

function fileTexts(): string[] {
  return Object.entries(resolvePaths({ HOME: "/~" })).map(
    ([name, path]) => `.TP\n.I ${roff(path.slice(1))}\n${roff(en.paths[name as keyof typeof en.paths])}`,
  );
}

/** Escapes text for roff: hyphens that can be copied, and no line that begins a request. */
function roff(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("…", "...")
    .replace(/^([.'])/, "\\&$1");
}
