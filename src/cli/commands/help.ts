import { nearest } from "#base/nearest.ts";
import type { Context } from "#cli/context.ts";
import { defineVerb, isVerb, jsonFlag, namesOf, type VerbTable } from "#cli/frame/command.ts";
import { overview, verbFacts, verbPage } from "#cli/help-text.ts";
import type { ErrorKind } from "#errors/error-entry.ts";
import { exitStatus, OvldError } from "#errors/ovld-error.ts";
import { alignColumns } from "#i18n/columns.ts";

const EXIT_CODES = "exit-codes";

export const help = defineVerb({
  flags: { ...jsonFlag },
  arguments: [{ name: "topic", optional: true, candidates: "topic" }],
  examples: ["ovld help", "ovld help doctor", "ovld help exit-codes"],
  async run(context, { flags, arguments: { topic } }) {
    const { out, words, verbs } = context;
    const topics = topicsOf(verbs);
    if (topic === EXIT_CODES) return exitCodes(context, flags.json);
    if (topic === undefined) return flags.json ? out.json({ topics }) : out.line(overview(verbs, words));
    if (!isVerb(topic, verbs)) throw new OvldError("unknown-verb", { verb: topic, nearest: nearest(topic, topics) });
    const verb = await verbs[topic].load();
    if (flags.json) out.json(verbFacts(topic, verb, words));
    else out.line(verbPage(topic, verb, words));
  },
});

/** What there is help for. */
export function topicsOf(verbs: VerbTable): string[] {
  return [...namesOf(verbs), EXIT_CODES];
}

function exitCodes({ out, words }: Context, json: boolean): void {
  const table = Object.entries(exitStatus).sort(([, a], [, b]) => a - b) as [ErrorKind, number][];
  const rows = [["0", words.exitCodes.ok], ...table.map(([kind, status]) => [String(status), words.exitCodes[kind]])];
  if (json) out.json([{ status: 0, kind: "ok" }, ...table.map(([kind, status]) => ({ status, kind }))]);
  else for (const line of alignColumns(rows)) out.line(line);
}
