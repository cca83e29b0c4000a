import type { Mood, MoodName } from "#agent-cli/agent-cli.ts";
import { type NotedLoss, onLosses, readLosses } from "#app/supervisor/losses-file.ts";
import type { Context } from "#cli/context.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";

export type MoodOf = (role: string) => Promise<Mood>;

/** How the agents of one army are observed: by what they tell, and by what their watcher has seen them lose. */
export async function moodsIn(session: string, context: Context): Promise<MoodOf> {
  const moodOf = await agentMoods(session, context);
  const { folder } = sessionPaths(resolvePaths(context.env), session);
  return async (role) => {
    const [mood, losses] = await Promise.all([moodOf(role), readLosses(folder)]);
    const loss = losses[role];
    return loss && !isOlder(loss, mood) ? afterLoss(mood, loss, context) : mood;
  };
}

/** Those of an army's roles whose agents are seen in this mood. */
export async function rolesIn(
  mood: MoodName,
  roles: readonly string[],
  session: string,
  context: Context,
): Promise<string[]> {
  const moodOf = await moodsIn(session, context);
  const seen = await Promise.all(roles.map(async (role) => ({ role, ...(await moodOf(role)) })));
  return seen.filter((one) => one.mood === mood).map(({ role }) => role);
}

/** How one is told that a role's mood may be another, until the signal aborts. */
export async function moodNews(
  session: string,
  { env, wire }: Context,
): Promise<(role: string, tell: () => void, signal: AbortSignal) => void> {
  const { bell } = await wire.openAgentSenses();
  const places = sessionPaths(resolvePaths(env), session);
  return (role, tell, signal) => bell?.onMood?.({ role, ...places }, tell, signal);
}

/** How one is told that an army has lost something, or has it back, until the signal aborts. */
export function lossNews(session: string, { env }: Context): (tell: () => void, signal: AbortSignal) => void {
  const { folder } = sessionPaths(resolvePaths(env), session);
  return (tell, signal) => onLosses(folder, tell, signal);
}

/** What the agents of one army tell themselves. One that cannot be read is unknown: the others are read all the same. */
export async function agentMoods(session: string, { env, wire }: Context): Promise<MoodOf> {
  const { bell } = await wire.openAgentSenses();
  const places = sessionPaths(resolvePaths(env), session);
  const unknown: Mood = { mood: "unknown" };
  return async (role) => bell?.mood({ role, ...places }).catch(() => unknown) ?? unknown;
}

/** The watcher may have ended since, and the agent been started again. */
function isOlder({ at }: NotedLoss, { mood, since }: Mood): boolean {
  return mood !== "gone" && since !== undefined && Date.parse(since) > Date.parse(at);
}

function afterLoss(mood: Mood, { what, exitStatus, at }: NotedLoss, { words }: Context): Mood {
  const detail = words.watch.losses[what](exitStatus);
  if (what === "relay-ended") return { ...mood, detail: mood.detail ?? detail, hasLostRelay: true };
  return { mood: "gone", since: at, detail };
}
