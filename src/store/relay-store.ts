import type { Message, MessageId, RoleId } from "#mail/message.ts";
import type { Roster } from "#mail/roster.ts";
import type { MailStore } from "./mail-store.ts";
import type { RelayCounts } from "./relay-counts.ts";
import type { StatusBoard } from "./status-board.ts";

/** The senders of unread mail. Derived from the inbox, so a mark never suppresses a notification. */
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
  /** Mark of urgent mail; absent without any. */
  urgent?: Omit<PendingMark, "urgent">;
}

/** State shared by the relays of one session. */
export interface RelayStore {
  readonly mail: MailStore;
  readonly status: StatusBoard;
  readonly pending: PendingMarks;
  readonly counts: RelayCounts;
  /** Creates an inbox, a status and a folder for marks for every role. */
  initialise(roster: Roster): Promise<void>;
  /** Throws `store-missing` if the store was never initialised. */
  roster(): Promise<Roster>;
  /**
   * Yields once at the start and after every change of mail, of a note or of a status, until `signal` aborts. A change
   * may be missed, so callers must also poll. Throws `store-missing` once the store is gone.
   */
  watch(options: { signal: AbortSignal }): AsyncIterable<void>;
  /** Removes the store and everything in it. */
  clean(): Promise<void>;
}

/** A file among a store's mail that contains no valid message for its location. */
export interface DamagedFile {
  file: string;
  reason: string;
}
