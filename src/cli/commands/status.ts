import { registryOf, surveySessions } from "#app/armies/army-parts.ts";
import { findSession, openEntry } from "#app/armies/find-session.ts";
import { loadConfigAnyway } from "#app/armies/load-config.ts";
import type { ObservedMood } from "#app/observe/moods.ts";
import { observedMood } from "#app/observe/observed-mood.ts";
import { readRitualProgress } from "#app/rituals/ritual-progress.ts";
import { fieldStates } from "#app/work/field-states.ts";
import { isOver, type SurveyedSession } from "#army/survey.ts";
import { visiblePath } from "#base/visible-text.ts";
import { defineCommand, jsonFlag } from "#cli/frame/command.ts";
import type { Context } from "#cli/frame/context.ts";
import { agentLimits } from "#cli/render/agent-limits.ts";
import { hierarchy } from "#cli/render/army-text.ts";
import { openWork } from "#cli/render/field-text.ts";
import { localTime } from "#cli/render/message-text.ts";
import type { Config } from "#config/settings.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { alignColumns } from "#i18n/columns.ts";
import { moodDetail } from "#i18n/mood-detail.ts";
import { workWords } from "#i18n/work-words.ts";
import { USER } from "#mail/message.ts";

export const status = defineCommand({
  flags: { all: { type: "boolean" }, ...jsonFlag },
  arguments: [{ name: "name", optional: true, candidates: "session" }],
  apart: [["all", "name"]],
  examples: ["ovld status", "ovld status ovld-mine", "ovld status --all --json"],
  async run(context, { flags, arguments: { name } }) {
    const config = loadConfigAnyway(context);
    if (flags.all)
      return showAll(await surveySessions(await registryOf(context).list(), config, context), flags.json, context);
    const entry =
      name === undefined
        ? await registryOf(context).findByDirectory(context.directory)
        : await findSession(context, name);
    if (!entry) return showNone(flags.json, context);
    const [surveyed] = await surveySessions([entry], config, context);
    if (surveyed) await showOne(surveyed, flags.json, config, context);
  },
});

function showNone(json: boolean, { out, words }: Context): void {
  if (json) out.json(null);
  else for (const line of [words.status.none, words.status.noneHint]) out.line(line);
}

function showAll(sessions: readonly SurveyedSession[], json: boolean, { out, words }: Context): void {
  const rows = sessions.map(({ entry, state }) => [
    entry.name,
    words.status.states[state],
    visiblePath(entry.directory),
    localTime(entry.started),
    entry.multiplexer,
  ]);
  if (json)
    out.json(
      sessions.map(({ entry: { summonedWith: _, socketEnv: __, fields: ___, ...entry }, state }) => ({
        ...entry,
        state,
      })),
    );
  else if (rows.length === 0) out.line(words.status.noneAtAll);
  else for (const line of alignColumns(rows)) out.line(line);
}

async function showOne(
  { entry, state }: SurveyedSession,
  json: boolean,
  config: Config,
  context: Context,
): Promise<void> {
  const { out, words, lang } = context;
  const { store, roster } = await openEntry(entry, context);
  const statuses = await store.status.all();
  const rituals = await readRitualProgress(entry.name, context);
  const { summonedWith: _, socketEnv: __, fields: ___, ...told } = entry;
  const moods = await moodsOf(entry, config, context);
  const fields = await fieldStates(entry, context);
  if (json)
    return out.json({
      ...told,
      state,
      ...(fields.length > 0 && { fields }),
      roles: roster.roles.map((role) => ({
        ...role,
        ...statuses.find((one) => one.role === role.id),
        ritual: rituals.find((one) => one.role === role.id)?.state,
        hurdle: rituals.find((one) => one.role === role.id)?.blocker,
        mood: moods.get(role.id)?.mood,
        moodDetail: moodDetail(moods.get(role.id) ?? {}, words),
        moodIsGuess: moods.get(role.id)?.isGuess,
      })),
    });
  const facts = [out.paint("bold", entry.name), words.status.states[state], entry.multiplexer];
  out.line([...facts, visiblePath(entry.directory)].join("  "));
  out.line();
  for (const line of hierarchy(roster, entry.agents ?? {}, statuses, rituals, moods, context)) out.line(line);
  if (fields.length > 0) out.line(`\n${workWords(lang).heading}`);
  const rows = fields.map(({ role, branch, ...field }) => [`  ${role}`, openWork(field, context), branch]);
  for (const line of alignColumns(rows)) out.line(line);
  const limits = await agentLimits(Object.values(entry.agents ?? {}), context);
  if (limits.length > 0) out.line(`\n${limits.join("\n")}`);
  const { unread } = await store.mail.digest({ newest: 0 });
  const own = unread.find(({ role }) => role === USER);
  if (own) out.line(`\n${words.status.ownMail(own.count)}`);
  if (isOver(state)) out.line(`\n${words.status.endedHint}`);
}

async function moodsOf(entry: SessionEntry, config: Config, context: Context): Promise<Map<string, ObservedMood>> {
  const moods = entry.roster.map(async (role) => [role, await observedMood(entry, role, config, context)] as const);
  return new Map(await Promise.all(moods));
}
