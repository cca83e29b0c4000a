import type { Message, MessageId } from "./message.ts";
import type { NotifyOutcome } from "./notify.ts";

/** The attempts to notify since the inbox was last empty. */
export interface NotifyRound {
  /** True in the first round of a process: all open mail is announced at once, without a pause. */
  isFirst: boolean;
  newest: MessageId;
  /** Attempts since the newest message came. */
  attempts: number;
  lastAttempt: number;
  outcome?: NotifyOutcome | undefined;
  /** Number of attempts in a row that found no agent. */
  gone: number;
}

/**
 * Milliseconds between two attempts; each pause is twice the one before. A woken agent needs time to read, so its
 * pauses are longer.
 */
const PAUSES = { woken: { first: 10_000, longest: 120_000 }, queued: { first: 3000, longest: 20_000 } } as const;

export function newRound(isFirst: boolean): NotifyRound {
  return { isFirst, newest: "", attempts: 0, lastAttempt: 0, gone: 0 };
}

export function afterNotify(round: NotifyRound, outcome: NotifyOutcome, now: number): NotifyRound {
  const isGone = outcome.state === "queued" && outcome.why === "no-agent";
  return { ...round, outcome, attempts: round.attempts + 1, lastAttempt: now, gone: isGone ? round.gone + 1 : 0 };
}

/** Whether unread mail is to be announced again. The pause counts from the last attempt of any process. */
export function isDue(round: NotifyRound, open: readonly Message[], now: number): boolean {
  const { attempts, lastAttempt, outcome, gone } = round;
  if (gone > 0) return true;
  const last = open.reduce((at, { delivery }) => Math.max(at, delivery ? Date.parse(delivery.at) : 0), lastAttempt);
  const state = outcome?.state ?? open.at(-1)?.state;
  const { first, longest } = PAUSES[state === "woken" ? "woken" : "queued"];
  // A clock that was set back must not stop the notifications.
  return Math.abs(now - last) >= Math.min(first * 2 ** attempts, longest);
}
