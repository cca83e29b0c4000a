import { join } from "node:path";
import type { AgentPaths } from "#agent-cli/agent-cli.ts";
import { hookPaths } from "#agent-cli/claude/hook-paths.ts";

/** Socket of the relay for the mod of its agent, and for processes that wake the agent. */
export function modSocket(paths: AgentPaths): string {
  return join(hookPaths(paths).hooksFolder, "mod");
}
