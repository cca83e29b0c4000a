import { randomUUID } from "node:crypto";
import type { AgentSenses } from "#agent-cli/agent-cli.ts";
import type { Conversation } from "#agent-cli/launch.ts";
import type { Services } from "#app/services.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";

/** The conversation of each role: its last one if that can be resumed, else a new one. */
export async function conversationsFor(
  roles: readonly string[],
  before: SessionEntry | undefined,
  agentOf: (role: string) => Pick<AgentSenses, "conversations">,
  { env }: Services,
): Promise<Map<string, Conversation>> {
  const find = async (role: string): Promise<Conversation> => {
    const kept = agentOf(role).conversations(env);
    const paths = before && { role, ...sessionPaths(resolvePaths(env), before.name) };
    // A person may have begun another conversation in the pane; the recorded one is then obsolete.
    const id = paths && ((await kept.current(paths)) ?? before.conversations?.[role]);
    const isBegun = paths !== undefined && id !== undefined && (await kept.isBegun(id, paths));
    return isBegun ? { id, isBegun } : { id: randomUUID(), isBegun: false };
  };
  return new Map(await Promise.all(roles.map(async (role) => [role, await find(role)] as const)));
}
