import { multiplexerOf } from "#app/armies/army-parts.ts";
import { findRole, openSession } from "#app/armies/find-session.ts";
import { readiness } from "#app/rituals/agent-readiness.ts";
import { giveRituals, type Ritual, type RitualProgress } from "#app/rituals/give-rituals.ts";
import { readRitualProgress, writeRitualProgress } from "#app/rituals/ritual-progress.ts";
import { type Formation, ritualFile } from "#army/formation.ts";
import type { Config } from "#config/settings.ts";
import { exitStatus } from "#errors/ovld-error.ts";
import { paneLock } from "#home/pane-lock.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import { readRitual } from "#home/ritual-files.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { Context } from "./context.ts";
import { defineVerb, sessionFlag } from "./frame/command.ts";
import { errorText } from "./frame/report-error.ts";
import { loadConfig } from "./load-config.ts";
import { formationOf } from "./load-formation.ts";

export const ritual = defineVerb({
  flags: { wait: { type: "boolean" }, ...sessionFlag },
  arguments: [{ name: "role", many: true, optional: true, candidates: "role" }],
  isUnheeding: true,
  examples: ["ovld ritual", "ovld ritual inferno"],
  async run(context, { flags, arguments: { role: named } }) {
    const { config } = loadConfig(context);
    const { entry, roster } = await openSession(context, flags.session);
    const chosen = named.map((word) => findRole(word, roster));
    const formation = await formationOf(entry, context);
    const rituals = (await ritualsOf(formation, entry.directory, context)).filter(
      (one) => chosen.length === 0 || chosen.includes(one.role),
    );
    const isPatient = flags.wait === true;
    const results = await giveAll(entry, rituals, config, context, { isPatient });
    const failed = results.filter(({ state }) => state === "failed");
    if (failed.length > 0) return exitStatus["program-failed"];
  },
});

export interface FoundRitual extends Ritual {
  file: string;
}

/** Every role's ritual, read before anything is started: one that is missing is an error with its path. */
export async function ritualsOf(
  { roles }: Formation,
  directory: string,
  { env, lang }: Context,
  isNeeded: (role: string) => boolean = () => true,
): Promise<FoundRitual[]> {
  const paths = resolvePaths(env);
  const read = async (role: Formation["roles"][number]): Promise<FoundRitual[]> => {
    try {
      return [{ role: role.id, ...(await readRitual(ritualFile(role), { paths, directory, lang })) }];
    } catch (error) {
      if (isNeeded(role.id)) throw error;
      return [];
    }
  };
  return (await Promise.all(roles.map(read))).flat();
}

/** Gives the rituals and notes each one's fate where `status` and the dashboard find it. */
export async function giveAll(
  entry: SessionEntry,
  rituals: readonly Ritual[],
  config: Config,
  context: Context,
  { isPatient = false } = {},
): Promise<RitualProgress[]> {
  const { clock, signal, env, wire } = context;
  const places = sessionPaths(resolvePaths(env), entry.name);
  const multiplexer = await multiplexerOf(entry, config, context);
  const agent = await wire.openAgentCli(config.programs.claude);
  const progress = new Map((await readRitualProgress(entry.name, context)).map((one) => [one.role, one]));
  for (const { role } of rituals) progress.set(role, { role, state: "waiting" });
  const note = () => writeRitualProgress(entry.name, [...progress.values()], context);
  await note();
  return giveRituals(entry.name, rituals, {
    ...{ multiplexer, clock, signal },
    ...readiness({ session: entry.name, places, agent, typist: multiplexer, isPatient }, context),
    lockPane: paneLock(places.relay, signal),
    async report(result) {
      progress.set(result.role, result);
      await note();
      context.out.line(fateOf(result, context));
    },
  });
}

function fateOf({ role, state, hurdle, error }: RitualProgress, { words }: Context): string {
  if (hurdle) return words.ritual.waits(role, words.status.hurdles[hurdle]);
  return state === "given" ? words.ritual.given(role) : words.ritual.failed(role, errorText(error, words).message);
}
