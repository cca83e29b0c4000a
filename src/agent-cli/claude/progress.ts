import type { AgentPlace, Progress } from "#agent-cli/agent-cli.ts";
import { currentConversation } from "./current-conversation.ts";
import { bellPlaces } from "./places.ts";
import { readSmallFile, sizeOf } from "./small-file.ts";

/** A mood that a hook told; the one that stands there before the first of them names no process. */
const TOLD = /^\w+ \d/;

export async function readProgress(place: AgentPlace): Promise<Progress | "silent"> {
  const places = bellPlaces(place);
  const [mood, agent, steps, conversation] = await Promise.all([
    readSmallFile(places.mood),
    readSmallFile(places.agent),
    sizeOf(places.steps),
    currentConversation(place),
  ]);
  if (!TOLD.test(mood?.text ?? "")) return "silent";
  return { steps, conversation, agent: agent?.text.trim() || undefined };
}
