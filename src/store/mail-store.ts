/** A role's name inside one session's roster, e.g. `inferno`. */
export type RoleId = string & { readonly brand?: "RoleId" };

/** Sorts by time, never collides; also the name of the message's file. */
export type MessageId = string & { readonly brand?: "MessageId" };

export type Priority = "normal" | "urgent";

/** Where a message is in its life; `queued` until its reader took it. */
export type MessageState = "queued" | "read";

export interface Message {
  id: MessageId;
  from: RoleId;
  to: RoleId;
  subject: string;
  body: string;
  priority: Priority;
  /** ISO 8601, UTC, as the sender's clock had it. */
  timestamp: string;
  /** Id of the message that opened this conversation. */
  thread: MessageId;
  /** Id of the message this one was caused by, if any. */
  parent?: MessageId;
  state: MessageState;
  /** Set when a reader died between taking and confirming, so that it may have been seen before. */
  redelivered?: boolean;
}

export interface Taken {
  messages: Message[];
  /** How many stay unread because `maxBytes` was reached. */
  left: number;
  /** Tells the store that the reader has them; without it they come back, marked, once the reader has died. */
  confirm(): Promise<void>;
}

/**
 * Mail between the roles of one session. At least once, in order per sender; what `put` acknowledged is never lost.
 */
export interface MailStore {
  /** A new id, later than every id this sender was given before, by this process or an earlier one. */
  nextId(): Promise<MessageId>;
  /** On return the message is stored as durably as configured. A second put of the same id changes nothing. */
  put(message: Message): Promise<void>;
  /** Claims unread mail, oldest first: no two readers get the same. Stops before `maxBytes` of JSON, but gives at least one. */
  take(role: RoleId, options?: { maxBytes?: number }): Promise<Taken>;
  /** Makes what this process took and could not hand to its reader unread again, marked. */
  giveBack(role: RoleId, ids: readonly MessageId[]): Promise<void>;
  /** Unread mail, oldest first, left where it is; what a reader held that died is among it, marked. */
  unread(role: RoleId): Promise<Message[]>;
  countUnread(role: RoleId): Promise<number>;
  /** Every message of the session, read or not, oldest first; those `known` are not read again. */
  history(options?: { known?: ReadonlySet<MessageId> }): Promise<Message[]>;
  /** Yields once at the start and after every change of the role's inbox (all inboxes without `role`) until `signal` aborts. */
  watch(options: { role?: RoleId; signal: AbortSignal }): AsyncIterable<void>;
}
