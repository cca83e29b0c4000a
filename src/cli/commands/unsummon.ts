import { registryOf } from "#app/armies/army-parts.ts";
import { findSession } from "#app/armies/find-session.ts";
import { loadConfigAnyway } from "#app/armies/load-config.ts";
import { defineCommand, jsonFlag } from "#cli/frame/command.ts";
import { confirm } from "#cli/frame/confirm.ts";
import { type Dismissal, dismissOne, notDismissed } from "./dismiss-one.ts";

export const unsummon = defineCommand({
  flags: { all: { type: "boolean" }, keep: { type: "boolean" }, force: { type: "boolean" }, ...jsonFlag },
  arguments: [{ name: "name", optional: true, candidates: "session" }],
  apart: [["all", "name"]],
  ignoresClosedPipe: true,
  examples: [
    "ovld unsummon --force",
    "ovld unsummon ovld-mine --force",
    "ovld unsummon --all --force",
    "ovld unsummon --keep --force",
  ],
  async run(context, { flags, arguments: { name } }) {
    const { out, words } = context;
    const entries = flags.all
      ? await registryOf(context).list()
      : [await findSession(context, name, { isWholeName: true })];
    if (entries.length === 0 && !flags.json) return out.line(words.unsummon.nothing);
    const { keep } = flags;
    const names = entries.map((entry) => entry.name);
    if (entries.length > 0 && !flags.force && !(await confirm(words.unsummon.question(names, keep), context)))
      return out.line(words.unsummon.kept);
    const config = loadConfigAnyway(context);
    const results: Dismissal[] = [];
    let status = 0;
    for (const entry of entries) {
      const { result, exitStatus } = await dismissOne(entry, { keep }, config, context);
      status ||= exitStatus;
      results.push(result);
      if (flags.json) continue;
      if (result.error) for (const line of notDismissed(entry.name, result.error, words)) out.note(line);
      else out.line(words.unsummon.done(entry.name, keep));
    }
    if (flags.json) out.json(results);
    return status;
  },
});
