import type { Message, RoleId } from "#mail/message.ts";
import type { RosterEntry } from "#mail/roster.ts";
import type { KeepLimits } from "./keep-limits.ts";
import type { RoleStatus } from "./status-board.ts";

/** Facts of a past army, stored beside its mail. */
export interface ArmyFacts {
  session: string;
  directory: string;
  formation: string;
  multiplexer: string;
  /** ISO 8601, UTC; for a running army `ended` is now. */
  started: string;
  ended: string;
  roles: RosterEntry[];
  statuses: RoleStatus[];
  tokens: Readonly<Record<RoleId, { input: number; output: number; cacheRead: number; cacheWrite: number }>>;
  /** Starts of each relay, and messages that its loop guard refused. */
  starts: Readonly<Record<RoleId, number>>;
  cuts: Readonly<Record<RoleId, number>>;
}

export interface PastArmy {
  /** Session name and time of the end: unique, and sorts by time within a session. */
  name: string;
  facts: ArmyFacts;
  bytes: number;
  /** The army's mail, oldest first, read on demand. */
  messages(): AsyncIterable<Message>;
}

/** Mail and facts of armies that were dismissed. */
export interface PastArmies {
  /** Keeps the army as a whole or, on failure, not at all. */
  keep(facts: ArmyFacts, messages: AsyncIterable<Message>): Promise<void>;
  /** Sorted by the time of the end, oldest first. Unreadable armies are left out. */
  list(): Promise<PastArmy[]>;
  /** Removes armies that ended more than `days` ago, then the oldest until the rest has at most `megabytes`. */
  trim(limits: KeepLimits): Promise<void>;
}
