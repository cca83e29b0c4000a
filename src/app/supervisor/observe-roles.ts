import { multiplexerOf, surveySessions } from "#app/armies/army-parts.ts";
import type { MoodOf } from "#app/observe/moods.ts";
import type { Services } from "#app/services.ts";
import type { ObservedRole } from "#army/failure.ts";
import { isOver } from "#army/survey.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { Pane } from "#multiplexer/multiplexer.ts";
import type { Presence } from "./presence.ts";

export interface ObserveParts {
  config: Config;
  services: Services;
  moodOf: MoodOf;
  presence: Pick<Presence, "hasLost">;
}

/** Pane, mood and relay of each role now. `over`: the session has ended. `unknown`: its multiplexer does not answer. */
export async function observeRoles(
  entry: SessionEntry,
  { config, services, moodOf, presence }: ObserveParts,
): Promise<ReadonlyMap<string, ObservedRole> | "over" | "unknown"> {
  const panes = await panesOf(entry, config, services);
  if (typeof panes === "string") return panes;
  const observe = async (role: string): Promise<ObservedRole> => ({
    pane: panes.find(({ id }) => id === entry.panes[role]),
    mood: await moodOf(role),
    hasLostRelay: presence.hasLost(role),
  });
  return new Map(await Promise.all(entry.roster.map(async (role) => [role, await observe(role)] as const)));
}

/** zellij sometimes fails to find a running session (0.45), so its list of sessions decides. */
async function panesOf(entry: SessionEntry, config: Config, services: Services): Promise<Pane[] | "over" | "unknown"> {
  try {
    return await (await multiplexerOf(entry, config, services)).panes(entry.name);
  } catch (error) {
    if (!OvldError.is(error, "session-ended", "server-gone")) return "unknown";
    const [surveyed] = await surveySessions([entry], config, services);
    return isOver(surveyed?.state) ? "over" : "unknown";
  }
}
