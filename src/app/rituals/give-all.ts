import { agentKindsOf, agentsByRole } from "#app/armies/army-agents.ts";
import { multiplexerOf } from "#app/armies/army-parts.ts";
import type { Services } from "#app/services.ts";
import type { Config } from "#config/settings.ts";
import { paneLock } from "#home/pane-lock.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { readiness } from "./agent-readiness.ts";
import { giveRituals, type Ritual, type RitualProgress } from "./give-rituals.ts";
import { readRitualProgress, writeRitualProgress } from "./ritual-progress.ts";

export interface GiveOptions {
  /** Whether a person may still answer questions of the agent. */
  isPatient?: boolean;
  report(progress: RitualProgress): void;
}

/** Gives rituals and records the result of each where `status` and the dashboard read it. */
export async function giveAll(
  entry: SessionEntry,
  rituals: readonly Ritual[],
  { isPatient = false, report }: GiveOptions,
  config: Config,
  services: Services,
): Promise<RitualProgress[]> {
  const { clock, signal, env } = services;
  const folders = sessionPaths(resolvePaths(env), entry.name);
  const multiplexer = await multiplexerOf(entry, config, services);
  const agentOf = await agentsByRole(agentKindsOf(entry), config, services);
  const progress = new Map((await readRitualProgress(entry.name, services)).map((one) => [one.role, one]));
  for (const { role } of rituals) progress.set(role, { role, state: "waiting" });
  const note = () => writeRitualProgress(entry.name, [...progress.values()], services);
  await note();
  return giveRituals(entry.name, rituals, {
    ...{ multiplexer, clock, signal },
    ...readiness({ session: entry.name, folders, agentOf, paneInput: multiplexer, isPatient }, services),
    lockPane: paneLock(folders.relay, signal),
    async report(result) {
      progress.set(result.role, result);
      await note();
      report(result);
    },
  });
}
