import type { Mood } from "#agent-cli/agent-cli.ts";
import { resolvePaths, sessionPaths } from "#config/paths.ts";
import type { Context } from "./context.ts";

export type MoodOf = (role: string) => Promise<Mood>;

/** How the agents of one army are observed. */
export async function moodsIn(session: string, { env, wire }: Context): Promise<MoodOf> {
  const { bell } = await wire.openAgentSenses();
  const places = sessionPaths(resolvePaths(env), session);
  return async (role) => (bell ? bell.mood({ role, ...places }) : { mood: "unknown" });
}
