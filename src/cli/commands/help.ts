import { nearest } from "#base/nearest.ts";
import { type CommandTable, defineCommand, isCommand, jsonFlag, namesOf } from "#cli/frame/command.ts";
import type { Context } from "#cli/frame/context.ts";
import { commandFacts, commandPage, overview } from "#cli/frame/help-text.ts";
import type { ErrorKind } from "#errors/error-entry.ts";
import { exitStatus, OvldError } from "#errors/ovld-error.ts";
import { alignColumns } from "#i18n/columns.ts";

const EXIT_CODES = "exit-codes";

export const help = defineCommand({
  flags: { ...jsonFlag },
  arguments: [{ name: "topic", optional: true, candidates: "topic" }],
  examples: ["ovld help", "ovld help doctor", "ovld help exit-codes"],
  async run(context, { flags, arguments: { topic } }) {
    const { out, words, commands } = context;
    const topics = topicsOf(commands);
    if (topic === EXIT_CODES) return exitCodes(context, flags.json);
    if (topic === undefined) return flags.json ? out.json({ topics }) : out.line(overview(commands, words));
    if (!isCommand(topic, commands))
      throw new OvldError("unknown-verb", { command: topic, nearest: nearest(topic, topics) });
    const command = await commands[topic].load();
    if (flags.json) out.json(commandFacts(topic, command, words));
    else out.line(commandPage(topic, command, words));
  },
});

export function topicsOf(commands: CommandTable): string[] {
  return [...namesOf(commands), EXIT_CODES];
}

function exitCodes({ out, words }: Context, json: boolean): void {
  const table = Object.entries(exitStatus).sort(([, a], [, b]) => a - b) as [ErrorKind, number][];
  const rows = [["0", words.exitCodes.ok], ...table.map(([kind, status]) => [String(status), words.exitCodes[kind]])];
  if (json) out.json([{ status: 0, kind: "ok" }, ...table.map(([kind, status]) => ({ status, kind }))]);
  else for (const line of alignColumns(rows)) out.line(line);
}
