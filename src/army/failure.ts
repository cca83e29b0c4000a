import type { Mood } from "#agent-cli/agent-cli.ts";
import type { Pane } from "#multiplexer/multiplexer.ts";

/**
 * What can be lost of a role: its agent, its pane with all in it, the relay beside an agent that lives on, or all of
 * its army.
 */
export const failureNames = ["agent-ended", "pane-closed", "relay-ended", "session-ended"] as const;
export type FailureName = (typeof failureNames)[number];

export interface Failure {
  what: FailureName;
  /** Of the program in its pane, where the multiplexer tells. */
  exitStatus?: number | undefined;
}

/** All that is seen of a role at one moment. */
export interface RoleSight {
  /** Undefined when it has none any more. */
  pane: Pick<Pane, "state" | "exitStatus"> | undefined;
  mood: Mood;
  /** Its relay was there, and is no longer. */
  hasLostRelay: boolean;
}

/**
 * A failure and whether it is certain at once: an agent that ends, or only loses its relay for a moment, looks the same
 * first.
 */
export interface SeenFailure extends Failure {
  isSure: boolean;
}

/**
 * What a role has lost. Being silent is no sign of anything; an agent that is just being started has lost nothing yet.
 */
export function failureIn({ pane, mood: { mood }, hasLostRelay }: RoleSight): SeenFailure | undefined {
  if (pane?.state === "exited") return { what: "agent-ended", exitStatus: pane.exitStatus, isSure: true };
  if (mood === "starting") return undefined;
  if (!pane) return { what: "pane-closed", isSure: true };
  if (mood === "gone") return { what: "agent-ended", isSure: false };
  return hasLostRelay ? { what: "relay-ended", isSure: false } : undefined;
}
