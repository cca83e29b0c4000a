import type { Mood, MoodName } from "#agent-cli/observer.ts";
import { openSenses } from "#app/armies/army-agents.ts";
import type { Services } from "#app/services.ts";
import { type NotedFailure, onFailures, readFailures } from "#app/supervisor/failures-file.ts";
import type { Failure } from "#army/failure.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";

/** The mood that an agent reports, combined with the failure that the watcher recorded. */
export interface ObservedMood extends Mood {
  failure?: Failure;
}

export type MoodOf = (role: string) => Promise<ObservedMood>;

/** Moods of one army's agents: reported by their agent CLI, overridden by failures that the watcher recorded. */
export async function moodsIn(session: string, services: Services): Promise<MoodOf> {
  const moodOf = await agentMoods(session, services);
  const { folder } = sessionPaths(resolvePaths(services.env), session);
  return async (role) => {
    const [mood, failures] = await Promise.all([moodOf(role), readFailures(folder)]);
    const failure = failures[role];
    return failure && !isOlder(failure, mood) ? afterFailure(mood, failure) : mood;
  };
}

/** The roles of the agents in this mood. */
export async function rolesIn(
  mood: MoodName,
  roles: readonly string[],
  session: string,
  services: Services,
): Promise<string[]> {
  const moodOf = await moodsIn(session, services);
  const seen = await Promise.all(roles.map(async (role) => ({ role, ...(await moodOf(role)) })));
  return seen.filter((one) => one.mood === mood).map(({ role }) => role);
}

/** Subscribes to possible changes of a role's mood, until the signal aborts. */
export async function moodNews(
  session: string,
  services: Services,
): Promise<(role: string, tell: () => void, signal: AbortSignal) => void> {
  const sensesOf = await openSenses(services);
  const folders = sessionPaths(resolvePaths(services.env), session);
  return (role, tell, signal) => {
    const paths = { role, ...folders };
    sensesOf(paths).observer.onMood(paths, tell, signal);
  };
}

/** Subscribes to changes of an army's recorded failures, until the signal aborts. */
export function failureNews(session: string, { env }: Services): (tell: () => void, signal: AbortSignal) => void {
  const { folder } = sessionPaths(resolvePaths(env), session);
  return (tell, signal) => onFailures(folder, tell, signal);
}

/** Moods as the agent CLI reports them. An unreadable one is `unknown` and does not affect the others. */
export async function agentMoods(session: string, services: Services): Promise<MoodOf> {
  const sensesOf = await openSenses(services);
  const folders = sessionPaths(resolvePaths(services.env), session);
  const unknown: Mood = { mood: "unknown" };
  return async (role) => {
    const paths = { role, ...folders };
    return sensesOf(paths)
      .observer.mood(paths)
      .catch(() => unknown);
  };
}

/** The watcher may have ended since then, and the agent may have been restarted. */
function isOlder({ at }: NotedFailure, { mood, since }: Mood): boolean {
  return mood !== "gone" && since !== undefined && Date.parse(since) > Date.parse(at);
}

function afterFailure(mood: Mood, { what, exitStatus, at }: NotedFailure): ObservedMood {
  const failure = { what, exitStatus };
  if (what === "relay-ended") return { ...mood, ...(mood.detail === undefined && { failure }), hasLostRelay: true };
  return { mood: "gone", since: at, failure };
}
