import { join } from "node:path";
import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import { exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";

/** Socket of the relay for the mod of its agent, and for processes that wake the agent. */
export function modSocket(paths: AgentPaths): string {
  return join(exchangePaths(paths).hooksFolder, "mod");
}
