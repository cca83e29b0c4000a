import type { RoleId } from "#mail/message.ts";

/** Starts of a role's relay, and messages that the loop guard refused. */
export type Counted = "starts" | "cuts";

/** Events that the relays of an army count. A count outlives its relay and ends with the store. */
export interface RelayCounts {
  add(role: RoleId, what: Counted): Promise<void>;
  /** The count of every role of the roster. */
  all(what: Counted): Promise<Record<RoleId, number>>;
}
