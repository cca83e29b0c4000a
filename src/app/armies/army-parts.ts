import type { Services } from "#app/services.ts";
import { type SurveyedSession, survey } from "#army/survey.ts";
import type { Config } from "#config/settings.ts";
import { resolvePaths } from "#home/paths.ts";
import { openRegistry, type Registry } from "#home/registry.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { environmentThere } from "#home/whereabouts.ts";
import type { Multiplexer, MultiplexerSession } from "#multiplexer/multiplexer.ts";
import type { Spectator } from "#multiplexer/spectator.ts";
import type { Typist } from "#multiplexer/typist.ts";

export function registryOf({ env, clock, tell }: Services): Registry {
  return openRegistry({
    paths: resolvePaths(env),
    clock,
    onDamage: (file, keptAs) => tell({ what: "file-damaged", file, keptAs }),
  });
}

/** The multiplexer of an army, which may have its sockets elsewhere than one that is started from here. */
export function multiplexerOf(
  { multiplexer: kind, whereabouts }: Pick<SessionEntry, "multiplexer" | "whereabouts">,
  { programs }: Pick<Config, "programs">,
  { env, adapters }: Services,
): Promise<Multiplexer & Typist & Spectator> {
  return adapters.openMultiplexer(kind, { program: programs[kind], env: environmentThere(whereabouts, env) });
}

/** What became of these sessions; a multiplexer that cannot be asked leaves its sessions unknown. */
export async function surveySessions(
  entries: readonly SessionEntry[],
  config: Config,
  services: Services,
): Promise<SurveyedSession[]> {
  const answers = new Map<string, readonly MultiplexerSession[] | undefined>();
  const surveyed: SurveyedSession[] = [];
  for (const entry of entries) {
    const server = JSON.stringify([entry.multiplexer, entry.whereabouts]);
    if (!answers.has(server)) {
      const multiplexer = await multiplexerOf(entry, config, services);
      answers.set(server, await multiplexer.sessions().catch(() => undefined));
    }
    surveyed.push(...survey([entry], { [entry.multiplexer]: answers.get(server) }));
  }
  return surveyed;
}
