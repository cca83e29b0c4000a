import type { AgentPlace } from "#agent-cli/agent-cli.ts";
import { bellPlaces } from "./places.ts";
import { readSmallFile } from "./small-file.ts";

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The conversation that an agent is or was last in, by its own word. */
export async function currentConversation(place: AgentPlace): Promise<string | undefined> {
  const told = (await readSmallFile(bellPlaces(place).conversation))?.text.trim() ?? "";
  return ID.test(told) ? told : undefined;
}
