import { multiplexerOf, surveySessions } from "#app/armies/army-parts.ts";
import type { MoodOf } from "#app/observe/moods.ts";
import type { RoleSight } from "#army/loss.ts";
import { isOver } from "#army/survey.ts";
import type { Context } from "#cli/context.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { Pane } from "#multiplexer/multiplexer.ts";
import type { Presence } from "./presence.ts";

export interface SightParts {
  config: Config;
  context: Context;
  moodOf: MoodOf;
  presence: Pick<Presence, "hasLost">;
}

/** All that is seen of an army's roles now; `over` when its session is, `unknown` when its multiplexer could not be asked. */
export async function sightsOf(
  entry: SessionEntry,
  { config, context, moodOf, presence }: SightParts,
): Promise<ReadonlyMap<string, RoleSight> | "over" | "unknown"> {
  const panes = await panesOf(entry, config, context);
  if (typeof panes === "string") return panes;
  const sight = async (role: string): Promise<RoleSight> => ({
    pane: panes.find(({ id }) => id === entry.panes[role]),
    mood: await moodOf(role),
    hasLostRelay: presence.hasLost(role),
  });
  return new Map(await Promise.all(entry.roster.map(async (role) => [role, await sight(role)] as const)));
}

/** zellij misses a living session now and then: only its own list of sessions makes it certain. */
async function panesOf(entry: SessionEntry, config: Config, context: Context): Promise<Pane[] | "over" | "unknown"> {
  try {
    return await (await multiplexerOf(entry, config, context)).panes(entry.name);
  } catch (error) {
    if (!OvldError.is(error, "session-ended", "server-gone")) return "unknown";
    const [surveyed] = await surveySessions([entry], config, context);
    return isOver(surveyed?.state) ? "over" : "unknown";
  }
}
