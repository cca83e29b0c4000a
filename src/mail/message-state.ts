import type { DeliveryNote, Message, MessageState } from "./message.ts";

interface Stage {
  /** The only part that may set the state. Only the reader can confirm that a message was read. */
  setBy: "sender" | "notifier" | "reader" | "give-up";
  next: readonly MessageState[];
}

/**
 * The states of a message and their transitions.
 *
 * - `queued`: stored. The reader was not notified yet, or cannot be notified now.
 * - `woken`: the reader was notified: its wait hook was woken, or a line was submitted in its composer.
 * - `read`: the reader's relay has taken it out of the inbox and holds it.
 * - `acked`: received. The message is in the reader's conversation (`docs/decisions/0008-what-a-receipt-proves.md`).
 * - `expired`: not read in time, and there was no sender to inform.
 * - `bounced`: returned. The message was not read in time, or the reader is gone, and the sender was informed.
 *
 * Expired and bounced mail stays readable. Mail of a reader that dies before its acknowledgement is released.
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

/** True while the message is neither received nor given up on. */
export function isUnderWay(state: MessageState): boolean {
  return mayFollow(state, "bounced");
}

type Attempt = Omit<DeliveryNote, "at" | "attempts">;
/** State and delivery note of an unread message. */
type Progress = Pick<Message, "state" | "delivery">;

/** The note of an unread message's new state; undefined if the state is noted already or may not follow. */
export function noteAfter({ state, delivery }: Progress, attempt: Attempt, now: number): DeliveryNote | undefined {
  const isNew = attempt.state === state ? attempt.why !== delivery?.why : mayFollow(state, attempt.state);
  if (!isNew || stages[attempt.state].setBy === "reader") return undefined;
  return {
    ...attempt,
    at: new Date(now).toISOString(),
    ...(delivery?.attempts !== undefined && { attempts: delivery.attempts }),
  };
}

/** The note after an attempt to notify. The attempt is counted even if the state stays. */
export function noteAfterNotify(message: Progress, outcome: Attempt, now: number): DeliveryNote | undefined {
  const note = noteAfter(message, outcome, now) ?? message.delivery;
  // `no-bell`: there was no channel, so there was no attempt. Returned and expired mail gets no more attempts.
  if (!note || outcome.why === "no-bell" || !isUnderWay(note.state)) return noteAfter(message, outcome, now);
  return { ...note, attempts: (message.delivery?.attempts ?? 0) + 1 };
}
