import type { Mood } from "#agent-cli/agent-cli.ts";
import type { Pane } from "#multiplexer/multiplexer.ts";

/**
 * What can be lost of a role: its agent, its pane with all in it, the relay beside an agent that lives on, or all of
 * its army.
 */
export const lossNames = ["agent-ended", "pane-closed", "relay-ended", "session-ended"] as const;
export type LossName = (typeof lossNames)[number];

export interface Loss {
  what: LossName;
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
 * A loss and whether it is certain at once: an agent that ends, or only loses its relay for a moment, looks the same
 * first.
 */
export interface SeenLoss extends Loss {
  isSure: boolean;
}

/**
 * What a role has lost. Being silent is no sign of anything; an agent that is just being started has lost nothing yet.
 */
export function lossIn({ pane, mood: { mood }, hasLostRelay }: RoleSight): SeenLoss | undefined {
  if (pane?.state === "exited") return { what: "agent-ended", exitStatus: pane.exitStatus, isSure: true };
  if (mood === "starting") return undefined;
  if (!pane) return { what: "pane-closed", isSure: true };
  if (mood === "gone") return { what: "agent-ended", isSure: false };
  return hasLostRelay ? { what: "relay-ended", isSure: false } : undefined;
}
