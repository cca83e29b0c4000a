import { registryOf } from "#app/armies/army-parts.ts";
import type { Services } from "#app/services.ts";
import { ancestors } from "#base/ancestors.ts";
import { mayBeAlive } from "#base/process-identity.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";

/** The role of the agent that started this process; undefined in a person's own shell. */
export async function agentAbove(services: Services): Promise<string | undefined> {
  const { env, adapters } = services;
  const names = [env.OVLD_TMUX_SESSION, env.ZELLIJ_SESSION_NAME].filter((name) => name !== undefined);
  if (names.length === 0) return undefined;
  const { observer } = await adapters.openAgentSenses();
  const above = await ancestors();
  for (const name of names)
    for (const role of (await registryOf(services).find(name))?.roster ?? []) {
      const agent = await observer?.process({ role, ...sessionPaths(resolvePaths(env), name) });
      // The pid of an ended agent may have been reused.
      if (agent && above.includes(agent.pid) && (await mayBeAlive(agent))) return role;
    }
  return undefined;
}
