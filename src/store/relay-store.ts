import type { Message, MessageId, RoleId } from "#mail/message.ts";
import type { Roster } from "#mail/roster.ts";
import type { MailStore } from "./mail-store.ts";
import type { RelayCounts } from "./relay-counts.ts";
import type { StatusBoard } from "./status-board.ts";

/** The senders of mail that is not read yet. Derived from the inbox, so a mark never suppresses a notification. */
export interface PendingMarks {
  /** Marks message `id` of `from` for `role`. */
  mark(role: RoleId, by: Announced): Promise<void>;
  read(role: RoleId): Promise<PendingMark | undefined>;
  /** Removes the mark, unless mail arrived that is newer than `upTo`. */
  clear(role: RoleId, upTo?: string): Promise<void>;
}

export type Announced = Pick<Message, "from" | "id" | "priority">;

export interface PendingMark {
  /** The newest marked id. */
  newest: MessageId;
  senders: RoleId[];
  /** Of urgent mail alone; absent without any. */
  urgent?: Omit<PendingMark, "urgent">;
}

/** Everything one session's relays share. */
export interface RelayStore {
  readonly mail: MailStore;
  readonly status: StatusBoard;
  readonly pending: PendingMarks;
  readonly counts: RelayCounts;
  /** Makes an inbox, a status and a place for marks for every role. */
  initialise(roster: Roster): Promise<void>;
  /** Throws `store-missing` when the store was never initialised. */
  roster(): Promise<Roster>;
  /**
   * Yields once at the start and after every change of mail, of a note or of a status, until `signal` aborts. A change
   * may be missed, so look now and then. Throws `store-missing` once the store is gone.
   */
  watch(options: { signal: AbortSignal }): AsyncIterable<void>;
  /** Removes the store and everything in it. */
  clean(): Promise<void>;
}

/** A file among a store's mail that holds no message of that place. */
export interface DamagedFile {
  file: string;
  reason: string;
}
