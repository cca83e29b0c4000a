import type { ProcessIdentity } from "#base/process-identity.ts";
import type { AgentPaths } from "./agent-paths.ts";

/** The observed state of an agent, as opposed to the status it declares. `unknown` must never be shown as idle. */
export const moodNames = ["starting", "ready", "busy", "asking", "limited", "parked", "gone", "unknown"] as const;
export type MoodName = (typeof moodNames)[number];

export interface Mood {
  mood: MoodName;
  /** ISO 8601, UTC. */
  since?: string | undefined;
  /** The question or the end of the limit in the agent CLI's words, or the reason for parking. */
  detail?: string | undefined;
  /** End of the usage limit. ISO 8601, UTC. */
  until?: string | undefined;
  /** Read off the screen or inferred, not reported by the agent CLI. */
  isGuess?: boolean | undefined;
  /** The agent runs without its relay: it can neither send mail nor be notified. */
  hasLostRelay?: boolean | undefined;
}

/** Progress as the CLI reports it, without guesses or timeouts. */
export interface Progress {
  /**
   * Grows by one when a tool batch of the model is done and its results are about to be sent; by two at the end of a
   * turn, which proves that the model has all results.
   */
  steps: number;
  /** Id of the current conversation, if the CLI reported one. */
  conversation?: string | undefined;
}

/** State of an agent as its CLI reports it. */
export interface AgentObserver {
  mood(paths: AgentPaths): Promise<Mood>;
  /**
   * Calls `tell` when the mood may have changed, until the signal aborts. Events can be lost, so callers poll as well.
   */
  onMood(paths: AgentPaths, tell: () => void, signal: AbortSignal): void;
  /** The mood once the agent takes input, or the last one known after `limit` milliseconds or an abort. */
  whenReady(paths: AgentPaths, options: { limit: number; signal?: AbortSignal | undefined }): Promise<Mood>;
  /**
   * Progress of the agent with this pid. `silent` if no agent has reported anything yet: it has no hooks, or they are
   * disabled. Undefined if the report is from another process.
   */
  progress(paths: AgentPaths, process: number): Promise<Progress | "silent" | undefined>;
  /**
   * The agent's process as its hooks reported it, a report that the agent itself could forge; undefined without one.
   */
  process(paths: AgentPaths): Promise<ProcessIdentity | undefined>;
}
