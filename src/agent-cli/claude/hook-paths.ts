import { join } from "node:path";
import type { AgentPaths } from "#agent-cli/agent-cli.ts";

/** What an agent's hooks and the rest of the house tell each other through. */
export interface HookPaths {
  /** The agent's own folder for all of the others but `ritual` and `mark`. */
  bell: string;
  /** The FIFO that a waiter reads. */
  ring: string;
  /** What the agent does: a name and its process; below it, for some, the event that told it. */
  mood: string;
  /** Has a byte for each step of the agent, and two for the end of each of its turns. */
  steps: string;
  /** The agent's process: its number, and below it when it started. */
  agent: string;
  /** The id of the conversation that the agent is in. */
  conversation: string;
  /** There while the agent is held back; its first line is the reason, and can be put into a JSON string as it is. */
  parked: string;
  /** The files of its conversations, each the inside of a JSON string, in the order in which they began. */
  transcripts: string;
  /** The ritual as the inside of a JSON string, where no agent can write. */
  ritual: string;
  /** There while the role has unread mail (`docs/relay.md`, what hooks read). */
  mark: string;
}

export function hookPaths({ role, folder, relay }: AgentPaths): HookPaths {
  const bell = join(folder, "bell", role);
  return {
    bell,
    ring: join(bell, "ring"),
    mood: join(bell, "mood"),
    steps: join(bell, "steps"),
    agent: join(bell, "agent"),
    conversation: join(bell, "conversation"),
    parked: join(bell, "parked"),
    transcripts: join(bell, "transcripts"),
    ritual: join(folder, "settings", `${role}.ritual`),
    mark: join(relay, "pending", role),
  };
}
