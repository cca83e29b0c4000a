import { registryOf } from "#app/armies/army-parts.ts";
import { fieldStates, type ShownField } from "#app/work/field-states.ts";
import { type KeptSnapshot, keptSnapshots, rescue } from "#app/work/rescue.ts";
import { defineCommand, jsonFlag } from "#cli/frame/command.ts";
import type { Context } from "#cli/frame/context.ts";
import { openWork } from "#cli/render/field-text.ts";
import { localTime } from "#cli/render/message-text.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { alignColumns } from "#i18n/columns.ts";
import { workWords } from "#i18n/work-words.ts";

const SHORT = 10;
const actions = ["rescue"] as const;

export const work = defineCommand({
  flags: { ...jsonFlag },
  arguments: [
    { name: "action", optional: true, candidates: actions },
    { name: "role", optional: true, candidates: "role" },
  ],
  examples: ["ovld work", "ovld work rescue", "ovld work rescue storm"],
  async run(context, { flags: { json }, arguments: { action, role } }) {
    if (action === undefined) return showWork(json, context);
    if (action !== "rescue")
      throw new OvldError("bad-flag-value", {
        flag: "work",
        found: action,
        expected: { type: "one-of", values: actions },
      });
    if (role === undefined) return showSnapshots(json, context);
    const { branch, snapshot } = await rescue(role, context);
    if (json) context.out.json({ branch, ...snapshot });
    else context.out.line(workWords(context.lang).rescued(branch, localTime(snapshot.at)));
  },
});

/** The worktrees of this directory's army, each with its last snapshot. */
async function showWork(json: boolean, context: Context): Promise<void> {
  const { out, lang, directory } = context;
  const entry = await registryOf(context).findByDirectory(directory);
  const fields: ShownField[] = entry ? await fieldStates(entry, context) : [];
  const snapshots = fields.length > 0 ? await keptSnapshots(context) : [];
  const last = ({ role }: ShownField) => snapshots.find((one) => one.role === role && one.army === entry?.name)?.at;
  if (json) return out.json(fields.map((field) => ({ ...field, snapshot: last(field) })));
  if (fields.length === 0) return out.line(workWords(lang).none);
  const rows = fields.map((field) => {
    const at = last(field);
    return [field.role, openWork(field, context), field.branch, at ? workWords(lang).snapshotAt(localTime(at)) : ""];
  });
  for (const line of alignColumns(rows)) out.line(line);
}

async function showSnapshots(json: boolean, context: Context): Promise<void> {
  const { out, words, lang } = context;
  const snapshots = await keptSnapshots(context);
  if (json) return out.json(snapshots);
  if (snapshots.length === 0) return out.line(workWords(lang).noSnapshots);
  const row = ({ id, at, army, role, changes }: KeptSnapshot) => [
    ...[id.slice(0, SHORT), localTime(at), army, role, words.unsummon.work.changes(changes)],
  ];
  for (const line of alignColumns(snapshots.map(row))) out.line(line);
  out.line(workWords(lang).rescueHint);
}
