import type { DeliveryNote, Message, MessageHead, MessageId, RoleId } from "#mail/message.ts";
import type { KeepLimits } from "./keep-limits.ts";

/** Summary of all mail of a session. */
export interface MailDigest {
  /** The last messages, read or not, oldest first. */
  newest: MessageHead[];
  /** Number of unread messages and the oldest one, for each role with unread mail. */
  unread: { role: RoleId; count: number; oldest: MessageHead }[];
}

/** Messages that the caller already has. */
export type KnownIds = Pick<ReadonlySet<MessageId>, "has">;

export interface UnreadOptions {
  known?: KnownIds;
  among?: readonly MessageId[] | undefined;
  /** Maximum characters of each body to return, because unread mail may not fit in memory. */
  maxText?: number;
}

export interface ScrollOptions {
  order?: "oldest" | "newest" | undefined;
  /** Only messages after this one, in that order. */
  after?: MessageId | undefined;
  known?: KnownIds | undefined;
  /** True: only archived mail. False: only mail that is not archived. */
  archived?: boolean | undefined;
}

export interface Taken {
  messages: Message[];
  /** Number of messages that stay unread because `maxBytes` was reached. */
  left: number;
  /**
   * Confirms that the messages are in the reader's conversation. Without this call they become unread again, marked,
   * once the reader has died.
   */
  acknowledge(): Promise<void>;
}

/**
 * Mail between the roles of one session. Delivery is at least once and in order per sender. A message is never lost
 * after `put` has returned.
 */
export interface MailStore {
  /** A new id, later than every earlier id of this sender, also across processes. */
  nextId(): Promise<MessageId>;
  /**
   * Resolves once the message is stored with the configured durability. A second put of the same id changes nothing.
   */
  put(message: Message): Promise<void>;
  /**
   * Claims unread mail, oldest first; no two readers get the same message. Stops before `maxBytes` of JSON, but returns
   * at least one message.
   */
  take(role: RoleId, options?: { maxBytes?: number }): Promise<Taken>;
  /** Makes messages unread again, marked, that this process took and could not give to its reader. */
  release(role: RoleId, ids: readonly MessageId[]): Promise<void>;
  /**
   * Unread mail, oldest first, without claiming it. Mail that a dead reader held is included, marked. Messages in
   * `known` are left out. With `among` only those are read, at a cost independent of the amount of unread mail.
   */
  unread(role: RoleId, options?: UnreadOptions): Promise<Message[]>;
  /** Oldest first. Reads no message, so callers can poll every few seconds. */
  unreadIds(role: RoleId): Promise<readonly MessageId[]>;
  countUnread(role: RoleId): Promise<number>;
  /**
   * Stores the delivery note of an unread message. A message that was read meanwhile is not changed.
   */
  note(role: RoleId, id: MessageId, note: DeliveryNote): Promise<void>;
  /** The note of one unread message; reads one file. */
  noted(role: RoleId, id: MessageId): Promise<DeliveryNote | undefined>;
  /**
   * Reserves the id of the bounce for an unread message, and returns the id that was reserved first. The reservation
   * stays until the reader acknowledges. Must be called inside `exclusively`.
   */
  reserveBounce(role: RoleId, id: MessageId, bounce: MessageId): Promise<MessageId>;
  /**
   * Runs `work` while no other process works exclusively on the role's mail. A killed process does not block the next.
   */
  exclusively<T>(role: RoleId, work: () => Promise<T>): Promise<T>;
  /** Every message of the session, oldest first. All of it is held in memory. */
  all(): Promise<Message[]>;
  /**
   * Every message of the session. Each is read on demand, so the cost of the first does not depend on their number.
   * Messages in `known` are left out.
   */
  scroll(options?: ScrollOptions): AsyncIterable<Message>;
  /** One message, in any state, at a cost independent of the number of messages. With `to`, only of that role. */
  find(id: MessageId, to?: RoleId): Promise<Message | undefined>;
  /** The cost depends on unread mail and `newest`, not on the archive, so callers can ask after every change. */
  digest(options: { newest: number }): Promise<MailDigest>;
  /**
   * Removes archived mail beyond the limits, oldest first. Resolves with the bytes of the rest. Unread mail is never
   * removed.
   */
  trim(limits: KeepLimits): Promise<number>;
  /**
   * Yields once at the start and after every change of the role's inbox (all inboxes without `role`) until `signal`
   * aborts: the messages that came or went, or undefined if they are not known.
   */
  watch(options: { role?: RoleId; signal: AbortSignal }): AsyncIterable<readonly MessageId[] | undefined>;
}
