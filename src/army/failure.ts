import type { Mood } from "#agent-cli/observer.ts";
import type { Pane } from "#multiplexer/multiplexer.ts";

/** `relay-ended`: the agent still runs, without its relay. `session-ended`: the whole army ended. */
export const failureNames = ["agent-ended", "pane-closed", "relay-ended", "session-ended"] as const;
export type FailureName = (typeof failureNames)[number];

export interface Failure {
  what: FailureName;
  /** Exit status of the program in the pane, if the multiplexer reports one. */
  exitStatus?: number | undefined;
}

/** A role's pane, mood and relay at one moment. */
export interface ObservedRole {
  /** Undefined if the pane was closed. */
  pane: Pick<Pane, "state" | "exitStatus"> | undefined;
  mood: Mood;
  /** The relay was connected and is no longer. */
  hasLostRelay: boolean;
}

/** `isSure: false`: at first an ended agent cannot be distinguished from a relay that reconnects. */
export interface SeenFailure extends Failure {
  isSure: boolean;
}

/** The failure of a role, if any. Silence is no failure, and a starting agent has none yet. */
export function failureIn({ pane, mood: { mood }, hasLostRelay }: ObservedRole): SeenFailure | undefined {
  if (pane?.state === "exited") return { what: "agent-ended", exitStatus: pane.exitStatus, isSure: true };
  if (mood === "starting") return undefined;
  if (!pane) return { what: "pane-closed", isSure: true };
  if (mood === "gone") return { what: "agent-ended", isSure: false };
  return hasLostRelay ? { what: "relay-ended", isSure: false } : undefined;
}
