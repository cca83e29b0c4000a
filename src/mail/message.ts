/** A role's name inside one session's roster, e.g. `inferno`. */
export type RoleId = string & { readonly brand?: "RoleId" };

/** Ids sort by time and never collide; an id is also the name of the message's file. */
export type MessageId = string & { readonly brand?: "MessageId" };

export type Priority = "normal" | "urgent";

/** The human's address, with an inbox like a role's. No role may have this name. */
export const USER: RoleId = "user";

/** The sender of ovld's own messages. No role may have this name, and no message can be sent to it. */
export const SYSTEM: RoleId = "ovld";

/** See `mail/message-state.ts`. */
export const messageStates = ["queued", "woken", "read", "acked", "expired", "bounced"] as const;
export type MessageState = (typeof messageStates)[number];

/** How a recipient was notified: by a hook, or by a line typed into its pane. */
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

/** The delivery of an unread message. Not a receipt: only the reader can confirm that it was read. */
export interface DeliveryNote {
  state: Exclude<MessageState, "read" | "acked">;
  /** ISO 8601, UTC. */
  at: string;
  by?: WakeWay;
  why?: WaitReason;
  /** Number of attempts to notify the reader. */
  attempts?: number;
  /** Id of the bounce that informs the sender. */
  bounce?: MessageId;
}

export interface Message {
  id: MessageId;
  from: RoleId;
  to: RoleId;
  subject: string;
  body: string;
  priority: Priority;
  /** ISO 8601, UTC, by the sender's clock. */
  timestamp: string;
  /** Id of the message that opened this chain. */
  thread: MessageId;
  /** Id of the message that caused this one. */
  parent?: MessageId;
  /** Number of quick answers in a row up to this message; absent for a human's message. */
  hops?: number;
  state: MessageState;
  /** Present while the message is unread, once a process has tried to notify its reader. */
  delivery?: DeliveryNote;
  /** Set if an earlier reader took the message and did not acknowledge it; that reader may have seen it. */
  redelivered?: boolean;
}

/** A message without its text. */
export type MessageHead = Omit<Message, "body">;
