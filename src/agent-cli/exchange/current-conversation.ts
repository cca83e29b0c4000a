import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import { exchangePaths } from "./exchange-paths.ts";
import { readSmallFile } from "./small-file.ts";

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Id of the agent's current or last conversation, as it reported it. */
export async function currentConversation(paths: AgentPaths): Promise<string | undefined> {
  const told = (await readSmallFile(exchangePaths(paths).conversation))?.text.trim() ?? "";
  return ID.test(told) ? told : undefined;
}
