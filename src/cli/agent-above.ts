import { registryOf } from "#app/armies/army-parts.ts";
import { ancestors } from "#base/ancestors.ts";
import { mayBeAlive } from "#base/process-identity.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { Context } from "./context.ts";

/** The role under whose agent this process was started, in a pane of an army; undefined in a person's own shell. */
export async function agentAbove(context: Context): Promise<string | undefined> {
  const { env, wire } = context;
  const names = [env.OVLD_TMUX_SESSION, env.ZELLIJ_SESSION_NAME].filter((name) => name !== undefined);
  if (names.length === 0) return undefined;
  const { bell } = await wire.openAgentSenses();
  const above = await ancestors();
  for (const name of names)
    for (const role of (await registryOf(context).find(name))?.roster ?? []) {
      const agent = await bell?.process({ role, ...sessionPaths(resolvePaths(env), name) });
      // A later process may have the number of an agent that has ended.
      if (agent && above.includes(agent.pid) && (await mayBeAlive(agent))) return role;
    }
  return undefined;
}
