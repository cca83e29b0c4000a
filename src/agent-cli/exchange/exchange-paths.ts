import { join } from "node:path";
import type { AgentPaths } from "#agent-cli/agent-paths.ts";

/** Files through which an agent and ovld communicate: its hooks or its extension write them, and read the marks. */
export interface ExchangePaths {
  /** Folder of all files below but `ritual` and `mark`. */
  hooksFolder: string;
  /** The FIFO that a wait hook reads. */
  fifo: string;
  /** Mood name and pid; for some moods the event that reported it on the second line. */
  mood: string;
  /** One byte for each tool batch of the agent, and two for the end of each turn. */
  steps: string;
  /** The agent's pid, and its start time on the second line. */
  agent: string;
  /** Id of the agent's conversation. */
  conversation: string;
  /** Exists while the agent is parked; its first line is the reason, ready for a JSON string. */
  parked: string;
  /** Transcript files of its conversations, oldest first, each escaped as in a JSON string. */
  transcripts: string;
  /** The ritual, escaped as in a JSON string, in a folder that agents cannot write to. */
  ritual: string;
  /** Exists while the role has unread mail (`docs/relay.md`, section on hooks). */
  mark: string;
}

export function exchangePaths({ role, folder, relay }: AgentPaths): ExchangePaths {
  const hooksFolder = join(folder, "bell", role);
  return {
    hooksFolder,
    fifo: join(hooksFolder, "ring"),
    mood: join(hooksFolder, "mood"),
    steps: join(hooksFolder, "steps"),
    agent: join(hooksFolder, "agent"),
    conversation: join(hooksFolder, "conversation"),
    parked: join(hooksFolder, "parked"),
    transcripts: join(hooksFolder, "transcripts"),
    ritual: join(folder, "settings", `${role}.ritual`),
    mark: join(relay, "pending", role),
  };
}
