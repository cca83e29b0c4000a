/** A role's name inside one session's roster, e.g. `inferno`. */
export type RoleId = string & { readonly brand?: "RoleId" };

/** Sorts by time, never collides; also the name of the message's file. */
export type MessageId = string & { readonly brand?: "MessageId" };

export type Priority = "normal" | "urgent";

/** The human's address: an inbox like a role's. No role may carry it. */
export const USER: RoleId = "user";

/** The sender of ovld's own messages. No role may carry it, and no message can be sent to it. */
export const SYSTEM: RoleId = "ovld";

/** Explained in `mail/message-state.ts`. */
export const messageStates = ["queued", "woken", "read", "acked", "expired", "bounced"] as const;
export type MessageState = (typeof messageStates)[number];

/** How a recipient was notified: without a keystroke, or by a line typed into its pane. */
export const wakeWays = ["hook", "typing"] as const;
export type WakeWay = (typeof wakeWays)[number];

/** Why a recipient was not notified yet. */
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

/** The delivery of an unread message. Not a receipt: only the reader can tell that it was read. */
export interface DeliveryNote {
  state: Exclude<MessageState, "read" | "acked">;
  /** ISO 8601, UTC. */
  at: string;
  by?: WakeWay;
  why?: WaitReason;
  /** How often a process tried to notify its reader. */
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
  /** Id of the message that caused this one. */
  parent?: MessageId;
  /** How many quick answers in a row led to this one; none for what a human wrote. */
  hops?: number;
  state: MessageState;
  /** Present while it is unread, once a process has tried to notify its reader. */
  delivery?: DeliveryNote;
  /** Set when a reader had the message before and did not acknowledge it: it may have been seen. */
  redelivered?: boolean;
}

/** A message without its text. */
export type MessageHead = Omit<Message, "body">;
