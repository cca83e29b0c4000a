import type { DeliveryNote, Message, MessageHead, MessageId, RoleId } from "#mail/message.ts";
import type { KeepLimits } from "./keep-limits.ts";

/** All mail of a session at a glance. */
export interface MailDigest {
  /** The last messages, read or not, oldest first. */
  newest: MessageHead[];
  /** Of each role with unread mail: how much, and the oldest. */
  unread: { role: RoleId; count: number; oldest: MessageHead }[];
}

/** Messages that the caller has read already. */
export type KnownIds = Pick<ReadonlySet<MessageId>, "has">;

export interface UnreadOptions {
  known?: KnownIds;
  among?: readonly MessageId[] | undefined;
  /** Characters of each text to return: unread mail may be more than fits in memory. */
  maxText?: number;
}

export interface ScrollOptions {
  order?: "oldest" | "newest" | undefined;
  /** Only messages behind this one, in that order. */
  after?: MessageId | undefined;
  known?: KnownIds | undefined;
  /** Only mail that is archived, or only mail that is not. */
  archived?: boolean | undefined;
}

export interface Taken {
  messages: Message[];
  /** How many stay unread because `maxBytes` was reached. */
  left: number;
  /**
   * The messages are in the reader's conversation for certain. Without this call they are unread again, marked, once
   * the reader has died.
   */
  acknowledge(): Promise<void>;
}

/**
 * Mail between the roles of one session. At least once, in order per sender; what `put` acknowledged is never lost.
 */
export interface MailStore {
  /** A new id, later than every id this sender was given before, by this process or an earlier one. */
  nextId(): Promise<MessageId>;
  /** On return the message is stored as durably as configured. A second put of the same id changes nothing. */
  put(message: Message): Promise<void>;
  /**
   * Claims unread mail, oldest first: no two readers get the same. Stops before `maxBytes` of JSON, but gives at least
   * one.
   */
  take(role: RoleId, options?: { maxBytes?: number }): Promise<Taken>;
  /** Makes messages that this process took and could not hand to its reader unread again, marked. */
  release(role: RoleId, ids: readonly MessageId[]): Promise<void>;
  /**
   * Unread mail, oldest first, left where it is. Mail that a dead reader held is included, marked. Messages in `known`
   * are not read. With `among` only those are looked for, at a cost that does not depend on how much is unread.
   */
  unread(role: RoleId, options?: UnreadOptions): Promise<Message[]>;
  /** Reads no message: cheap enough to ask every few seconds. */
  unreadIds(role: RoleId): Promise<MessageId[]>;
  countUnread(role: RoleId): Promise<number>;
  /**
   * Keeps the last note on the delivery of an unread message. A message that was read meanwhile stays as it is.
   */
  note(role: RoleId, id: MessageId, note: DeliveryNote): Promise<void>;
  /** The note of one unread message, at the cost of one look. */
  noted(role: RoleId, id: MessageId): Promise<DeliveryNote | undefined>;
  /**
   * The id of the message that tells the sender of unread mail: the first id that was reserved. It stays until the
   * reader acknowledges, through all notes and dead readers. To be called inside `exclusively`.
   */
  reserveBounce(role: RoleId, id: MessageId, bounce: MessageId): Promise<MessageId>;
  /**
   * Runs `work` while no other process works exclusively on the role's mail. A killed process does not block the next.
   */
  exclusively<T>(role: RoleId, work: () => Promise<T>): Promise<T>;
  /** Every message of the session, oldest first. For sessions with little mail: all of it is held in memory. */
  all(): Promise<Message[]>;
  /**
   * Every message of the session. Each is read when it is asked for, so the cost of the first does not depend on how
   * many there are. Messages in `known` are left out.
   */
  scroll(options?: ScrollOptions): AsyncIterable<Message>;
  /** One message, in any state, at a cost that does not depend on how many there are. With `to`, only of that role. */
  find(id: MessageId, to?: RoleId): Promise<Message | undefined>;
  /** Costs by the unread and by `newest`, not by the archive: cheap enough for every change. */
  digest(options: { newest: number }): Promise<MailDigest>;
  /**
   * Removes archived mail beyond the limits, oldest first. Resolves with the bytes that the rest takes. Unread mail
   * stays.
   */
  trim(limits: KeepLimits): Promise<number>;
  /**
   * Yields once at the start and after every change of the role's inbox (all inboxes without `role`) until `signal`
   * aborts: the messages that came or went, or undefined where they are not known.
   */
  watch(options: { role?: RoleId; signal: AbortSignal }): AsyncIterable<readonly MessageId[] | undefined>;
}
