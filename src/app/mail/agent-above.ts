import { openSenses } from "#app/armies/army-agents.ts";
import { registryOf } from "#app/armies/army-parts.ts";
import type { Services } from "#app/services.ts";
import { ancestors } from "#base/ancestors.ts";
import { mayBeAlive } from "#base/process-identity.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";

/** The role of the agent that started this process; undefined in a person's own shell. */
export async function agentAbove(services: Services): Promise<string | undefined> {
  const { env } = services;
  const names = [env.OVLD_TMUX_SESSION, env.ZELLIJ_SESSION_NAME].filter((name) => name !== undefined);
  if (names.length === 0) return undefined;
  const sensesOf = await openSenses(services);
  const above = await ancestors();
  for (const name of names)
    for (const role of (await registryOf(services).find(name))?.roster ?? []) {
      const paths = { role, ...sessionPaths(resolvePaths(env), name) };
      const agent = await sensesOf(paths).observer.process(paths);
      // The pid of an ended agent may have been reused.
      if (agent && above.includes(agent.pid) && (await mayBeAlive(agent))) return role;
    }
  return undefined;
}
