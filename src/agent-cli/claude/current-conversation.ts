import type { AgentPaths } from "#agent-cli/agent-cli.ts";
import { hookPaths } from "./hook-paths.ts";
import { readSmallFile } from "./small-file.ts";

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The conversation that an agent is or was last in, by its own word. */
export async function currentConversation(paths: AgentPaths): Promise<string | undefined> {
  const told = (await readSmallFile(hookPaths(paths).conversation))?.text.trim() ?? "";
  return ID.test(told) ? told : undefined;
}
