import type { DeliveryNote, Message, MessageState } from "./message.ts";

interface Stage {
  /** The only part that may set the state. No part but the reader can tell that a message was read. */
  setBy: "sender" | "notifier" | "reader" | "give-up";
  next: readonly MessageState[];
}

/**
 * The life of a message, and the only place that says which state may follow which.
 *
 * - `queued`: stored. The reader was not notified yet, or cannot be notified now.
 * - `woken`: the reader was notified: its bell was taken, or a line was typed into its composer and submitted.
 * - `read`: the reader's relay has taken it out of the inbox and holds it.
 * - `acked`: received. It is in the reader's conversation for certain (`docs/decisions/0008-what-a-receipt-proves.md`).
 * - `expired`: not read in time, and there was no sender to tell.
 * - `bounced`: returned. It was not read in time, or the reader is gone, and the sender was told.
 *
 * Expired and bounced mail stays readable. A reader that dies before it acknowledges releases what it holds.
 */
const stages: Readonly<Record<MessageState, Stage>> = {
  queued: { setBy: "sender", next: ["woken", "read", "expired", "bounced"] },
  woken: { setBy: "notifier", next: ["read", "expired", "bounced"] },
  read: { setBy: "reader", next: ["acked", "queued"] },
  acked: { setBy: "reader", next: [] },
  expired: { setBy: "give-up", next: ["read"] },
  bounced: { setBy: "give-up", next: ["read"] },
};

export function mayFollow(state: MessageState, next: MessageState): boolean {
  return stages[state].next.includes(next);
}

/** Still to be brought to its reader. */
export function isUnderWay(state: MessageState): boolean {
  return mayFollow(state, "bounced");
}

type Attempt = Omit<DeliveryNote, "at" | "attempts">;
/** How far an unread message has come. */
type HowFar = Pick<Message, "state" | "delivery">;

/** The note of an unread message's new state; undefined when the state is noted already, or may not follow. */
export function noteAfter({ state, delivery }: HowFar, attempt: Attempt, now: number): DeliveryNote | undefined {
  const isNews = attempt.state === state ? attempt.why !== delivery?.why : mayFollow(state, attempt.state);
  if (!isNews || stages[attempt.state].setBy === "reader") return undefined;
  return {
    ...attempt,
    at: new Date(now).toISOString(),
    ...(delivery?.attempts !== undefined && { attempts: delivery.attempts }),
  };
}

/** The note after an attempt to notify, which is counted even when the state stays. */
export function noteAfterNotify(message: HowFar, outcome: Attempt, now: number): DeliveryNote | undefined {
  const note = noteAfter(message, outcome, now) ?? message.delivery;
  // Without a bell there was no attempt; returned and expired mail is not tried any more.
  if (!note || outcome.why === "no-bell" || !isUnderWay(note.state)) return noteAfter(message, outcome, now);
  return { ...note, attempts: (message.delivery?.attempts ?? 0) + 1 };
}
