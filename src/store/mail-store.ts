import type { KeepLimits } from "./keep-limits.ts";

/** A role's name inside one session's roster, e.g. `inferno`. */
export type RoleId = string & { readonly brand?: "RoleId" };

/** Sorts by time, never collides; also the name of the message's file. */
export type MessageId = string & { readonly brand?: "MessageId" };

export type Priority = "normal" | "urgent";

/** The human's address: an inbox like a role's. No role may carry it. */
export const USER: RoleId = "user";

/** Who writes of mail that was not read, and of limits. No role may carry it, and nobody can write to it. */
export const SYSTEM: RoleId = "ovld";

/** How far a message has come; what each means and what may follow it is `army/message-state.ts`. */
export const messageStates = ["queued", "woken", "read", "acked", "expired", "bounced"] as const;
export type MessageState = (typeof messageStates)[number];

/** How a recipient was told of its mail: without a keystroke, or by a line typed into its pane. */
export const wakeWays = ["hook", "typing"] as const;
export type WakeWay = (typeof wakeWays)[number];

/** Why a recipient was not told of its mail yet. */
export const waitReasons = [
  "busy",
  "user-typing",
  "dialog",
  "starting",
  "limited",
  "parked",
  "no-agent",
  "not-taken",
  "no-bell",
  "failed",
] as const;
export type WaitReason = (typeof waitReasons)[number];

/** What is known of an unread message beyond that it is stored. Not a receipt: reading is told by the reader alone. */
export interface DeliveryNote {
  state: Exclude<MessageState, "read" | "acked">;
  /** ISO 8601, UTC. */
  at: string;
  by?: WakeWay;
  why?: WaitReason;
  /** How often somebody tried to tell its reader. */
  attempts?: number;
  /** Id of the message that tells the sender that it was not read. */
  bounce?: MessageId;
}

export interface Message {
  id: MessageId;
  from: RoleId;
  to: RoleId;
  subject: string;
  body: string;
  priority: Priority;
  /** ISO 8601, UTC, as the sender's clock had it. */
  timestamp: string;
  /** Id of the message that opened this chain. */
  thread: MessageId;
  /** Id of the message this one was caused by, if any. */
  parent?: MessageId;
  /** How many quick answers in a row led to this one; none for what a human wrote. */
  hops?: number;
  state: MessageState;
  /** While it is unread, and once somebody tried to tell its reader. */
  delivery?: DeliveryNote;
  /** Set when a reader died between taking and confirming, so that it may have been seen before. */
  redelivered?: boolean;
}

/** A message without its text. */
export type MessageHead = Omit<Message, "body">;

/** All mail of a session at a glance. */
export interface MailDigest {
  /** The last messages, read or not, oldest first. */
  newest: MessageHead[];
  /** Whoever has unread mail: how much, and the oldest of it. */
  unread: { role: RoleId; count: number; oldest: MessageHead }[];
}

/** Messages that need not be read again. */
export type KnownIds = Pick<ReadonlySet<MessageId>, "has">;

export interface UnreadOptions {
  known?: KnownIds;
  among?: readonly MessageId[] | undefined;
  /** Characters of each text that are wanted: unread mail may be more than fits in memory. */
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
  /** The reader has them for certain: they are `acked`. Without it they come back, marked, once the reader has died. */
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
  /**
   * Claims unread mail, oldest first: no two readers get the same. Stops before `maxBytes` of JSON, but gives at least
   * one.
   */
  take(role: RoleId, options?: { maxBytes?: number }): Promise<Taken>;
  /** Makes what this process took and could not hand to its reader unread again, marked. */
  giveBack(role: RoleId, ids: readonly MessageId[]): Promise<void>;
  /**
   * Unread mail, oldest first, left where it is; what a reader held that died is among it, marked. Those `known` are
   * not read again. With `among` only those are looked for, however much is unread, and not with readers that died.
   */
  unread(role: RoleId, options?: UnreadOptions): Promise<Message[]>;
  /** What is unread, without looking into it: cheap enough to ask every few seconds. */
  unreadIds(role: RoleId): Promise<MessageId[]>;
  countUnread(role: RoleId): Promise<number>;
  /**
   * Keeps what is known of an unread message's delivery, the last note only; one that was read meanwhile is left as it
   * is.
   */
  note(role: RoleId, id: MessageId, note: DeliveryNote): Promise<void>;
  /** What is known of the delivery of a message that is unread, however much is: one look. */
  noted(role: RoleId, id: MessageId): Promise<DeliveryNote | undefined>;
  /**
   * The id of the message that tells the sender of unread mail: the first id that was reserved for it, until its
   * reader has it, whatever is noted meanwhile and however many readers die. Called exclusively.
   */
  reserveBounce(role: RoleId, id: MessageId, bounce: MessageId): Promise<MessageId>;
  /**
   * Runs `work` while no other process works exclusively on the role's mail. A process that was killed does not block
   * the next one.
   */
  exclusively<T>(role: RoleId, work: () => Promise<T>): Promise<T>;
  /** Every message of the session, read or not, oldest first: for an army whose mail is known to be little. */
  all(): Promise<Message[]>;
  /**
   * The same, one after another: a message is read when it is asked for, and the cost of the first does not depend on
   * how many there are. Those `known` are neither read nor told.
   */
  scroll(options?: ScrollOptions): AsyncIterable<Message>;
  /** One message, wherever it lies, at a cost that does not depend on how many there are; `to` spares looking at others. */
  find(id: MessageId, to?: RoleId): Promise<Message | undefined>;
  /** Costs by the unread and by `newest`, not by the archive: cheap enough to ask at every change. */
  digest(options: { newest: number }): Promise<MailDigest>;
  /**
   * Lets go of what was read, the oldest first, as far as the limits want it, and tells the bytes that the rest takes.
   * What is unread stays.
   */
  trim(limits: KeepLimits): Promise<number>;
  /**
   * Yields once at the start and after every change of the role's inbox (all inboxes without `role`) until `signal`
   * aborts: the messages that came or went, or undefined where nothing tells which.
   */
  watch(options: { role?: RoleId; signal: AbortSignal }): AsyncIterable<readonly MessageId[] | undefined>;
}
