import { asOvldError } from "#base/errors.ts";
import type { SessionEntry } from "#config/registry.ts";
import { confirm } from "./confirm.ts";
import type { Context } from "./context.ts";
import { findSession } from "./find-session.ts";
import { loadConfig } from "./load-config.ts";
import { dismissArmy, registryOf } from "./open-army.ts";
import { errorText } from "./report-error.ts";
import { defineVerb, jsonFlag } from "./verb.ts";

interface Dismissal {
  session: string;
  dismissed: boolean;
  /** It can be taken up again. */
  kept: boolean;
  error?: { code: string; message: string };
}

export const unsummon = defineVerb({
  flags: { all: { type: "boolean" }, keep: { type: "boolean" }, force: { type: "boolean" }, ...jsonFlag },
  arguments: [{ name: "name", optional: true, candidates: "session" }],
  examples: [
    "ovld unsummon --force",
    "ovld unsummon ovld-mine --force",
    "ovld unsummon --all --force",
    "ovld unsummon --keep --force",
  ],
  async run(context, { flags, arguments: { name } }) {
    const { out, words } = context;
    const entries = flags.all ? await registryOf(context).list() : [await findSession(context, name)];
    if (entries.length === 0 && !flags.json) return out.line(words.unsummon.nothing);
    const { keep } = flags;
    const names = entries.map((entry) => entry.name);
    if (entries.length > 0 && !flags.force && !(await confirm(words.unsummon.question(names, keep), context)))
      return out.line(words.unsummon.kept);
    const results: Dismissal[] = [];
    let status = 0;
    for (const entry of entries) {
      const { result, exitStatus } = await dismissOne(entry, keep, context);
      status ||= exitStatus;
      results.push(result);
      if (flags.json) continue;
      if (result.error) out.note(`ovld: ${words.unsummon.failed(entry.name, result.error.message)}`);
      else out.line(words.unsummon.done(entry.name, keep));
    }
    if (flags.json) out.json(results);
    return status;
  },
});

/** With `--all` one army that cannot be ended does not keep the others. */
async function dismissOne(
  entry: SessionEntry,
  keep: boolean,
  context: Context,
): Promise<{ result: Dismissal; exitStatus: number }> {
  const session = entry.name;
  try {
    await dismissArmy(entry, loadConfig(context).config, context, { keep });
    return { result: { session, dismissed: true, kept: keep }, exitStatus: 0 };
  } catch (thrown) {
    const { code, message } = errorText(thrown, context.words);
    return {
      result: { session, dismissed: false, kept: keep, error: { code, message } },
      exitStatus: asOvldError(thrown).exitStatus,
    };
  }
}
