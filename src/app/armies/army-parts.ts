import type { Services } from "#app/services.ts";
import { type SurveyedSession, survey } from "#army/survey.ts";
import type { Config } from "#config/settings.ts";
import { resolvePaths } from "#home/paths.ts";
import { openRegistry, type Registry } from "#home/registry.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { withSocketEnv } from "#home/socket-env.ts";
import type { Multiplexer, MultiplexerSession } from "#multiplexer/multiplexer.ts";
import type { PaneInput } from "#multiplexer/pane-input.ts";
import type { PaneWatcher } from "#multiplexer/pane-watcher.ts";

export function registryOf({ env, clock, tell }: Services): Registry {
  return openRegistry({
    paths: resolvePaths(env),
    clock,
    onDamage: (file, keptAs) => tell({ what: "file-damaged", file, keptAs }),
  });
}

/** The multiplexer of an army. Its sockets may be elsewhere than those of this environment. */
export function multiplexerOf(
  { multiplexer: kind, socketEnv }: Pick<SessionEntry, "multiplexer" | "socketEnv">,
  { programs }: Pick<Config, "programs">,
  { env, adapters }: Services,
): Promise<Multiplexer & PaneInput & PaneWatcher> {
  return adapters.openMultiplexer(kind, { program: programs[kind], env: withSocketEnv(socketEnv, env) });
}

/** State of each session; `unknown` if its multiplexer does not answer. */
export async function surveySessions(
  entries: readonly SessionEntry[],
  config: Config,
  services: Services,
): Promise<SurveyedSession[]> {
  const answers = new Map<string, readonly MultiplexerSession[] | undefined>();
  const surveyed: SurveyedSession[] = [];
  for (const entry of entries) {
    const server = JSON.stringify([entry.multiplexer, entry.socketEnv]);
    if (!answers.has(server)) {
      const multiplexer = await multiplexerOf(entry, config, services);
      answers.set(server, await multiplexer.sessions().catch(() => undefined));
    }
    surveyed.push(...survey([entry], { [entry.multiplexer]: answers.get(server) }));
  }
  return surveyed;
}
