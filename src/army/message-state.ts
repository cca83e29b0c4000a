import type { DeliveryNote, Message, MessageState } from "#store/mail-store.ts";

interface Stage {
  /** Who alone may say so. Nobody but the reader can tell that something was read. */
  toldBy: "sender" | "ringer" | "reader" | "sweeper";
  next: readonly MessageState[];
}

/**
 * The life of a message, and the only place that says what may follow what.
 *
 * - `queued`: stored; its reader was not told yet, or cannot be told just now.
 * - `woken`: its reader was told: its bell was taken, or a line was typed into its composer and submitted.
 * - `read`: its reader's relay has taken it out of the inbox and holds it.
 * - `acked`: it is in its reader's conversation for certain (`docs/decisions/0008-what-a-receipt-proves.md`).
 * - `expired`: not read in time, and nobody was to be told.
 * - `bounced`: not read in time, or its reader is gone, and its sender was told.
 *
 * What is expired or bounced stays readable. A reader that dies before it is certain gives back what it holds.
 */
const stages: Readonly<Record<MessageState, Stage>> = {
  queued: { toldBy: "sender", next: ["woken", "read", "expired", "bounced"] },
  woken: { toldBy: "ringer", next: ["read", "expired", "bounced"] },
  read: { toldBy: "reader", next: ["acked", "queued"] },
  acked: { toldBy: "reader", next: [] },
  expired: { toldBy: "sweeper", next: ["read"] },
  bounced: { toldBy: "sweeper", next: ["read"] },
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

/** What to keep of an unread message's new state: undefined when that is known already, or may not follow. */
export function noteAfter({ state, delivery }: HowFar, attempt: Attempt, now: number): DeliveryNote | undefined {
  const isNews = attempt.state === state ? attempt.why !== delivery?.why : mayFollow(state, attempt.state);
  if (!isNews || stages[attempt.state].toldBy === "reader") return undefined;
  return {
    ...attempt,
    at: new Date(now).toISOString(),
    ...(delivery?.attempts !== undefined && { attempts: delivery.attempts }),
  };
}

/** The same after its reader was to be told, which is counted even when nothing else is new. */
export function noteAfterRing(message: HowFar, outcome: Attempt, now: number): DeliveryNote | undefined {
  const note = noteAfter(message, outcome, now) ?? message.delivery;
  // Where there is no bell, nobody tried; what was returned or has expired is not tried any more.
  if (!note || outcome.why === "no-bell" || !isUnderWay(note.state)) return noteAfter(message, outcome, now);
  return { ...note, attempts: (message.delivery?.attempts ?? 0) + 1 };
}
