/**
 * State of a tool call in the transcript: requested, answered, or failed. A call that a person interrupted counts as
 * failed, even if the tool returned a result.
 */
export type CallState = "asked" | "answered" | "failed";

/** The stored record of an agent's conversation: the part that survives if the agent is killed now. */
export interface Transcript {
  /** Id of a call from the request's metadata; undefined if the CLI sends none. */
  callIn(meta: Readonly<Record<string, unknown>> | undefined): string | undefined;
  /** The record of a recent call; undefined without a transcript. Reads only lines since the last call. */
  look(call: string): Promise<CallRecord | undefined>;
}

export interface CallRecord {
  /** Undefined while the call is not recorded yet. */
  kept: CallState | undefined;
  /** Other calls are recorded, so this one will be too. */
  hasOthers: boolean;
}
