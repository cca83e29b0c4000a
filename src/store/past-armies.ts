import type { Message, RoleId } from "#mail/message.ts";
import type { RosterEntry } from "#mail/roster.ts";
import type { KeepLimits } from "./keep-limits.ts";
import type { RoleStatus } from "./status-board.ts";

/** What is kept of an army beside its mail. */
export interface ArmyFacts {
  session: string;
  directory: string;
  formation: string;
  multiplexer: string;
  /** ISO 8601, UTC; `ended` while it still stands is now. */
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
  /** Session and when it ended: unique, and sorts by time among those of one session. */
  name: string;
  facts: ArmyFacts;
  bytes: number;
  /** Its mail, oldest first, read as it is asked for. */
  messages(): AsyncIterable<Message>;
}

/** Mail and facts of armies that were dismissed. */
export interface PastArmies {
  /** Kept as a whole or not at all. */
  keep(facts: ArmyFacts, messages: AsyncIterable<Message>): Promise<void>;
  /** The longest ended first. What cannot be read is left out. */
  list(): Promise<PastArmy[]>;
  /** Removes what ended longer ago than `days`, then the longest ended until the rest has at most `megabytes`. */
  trim(limits: KeepLimits): Promise<void>;
}
