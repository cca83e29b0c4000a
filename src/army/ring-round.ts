import type { RingOutcome } from "#mail/mailer.ts";
import type { Message, MessageId } from "#store/mail-store.ts";

/** What was tried since the inbox was last empty. */
export interface Round {
  /** Mail that lay there before this process did is announced once, whatever became of it. */
  isFirst: boolean;
  newest: MessageId;
  /** Rings since the newest message came. */
  rings: number;
  lastRing: number;
  outcome?: RingOutcome | undefined;
  /** How often in a row there was no agent. */
  gone: number;
}

/**
 * Between two rings: who was woken gets time to read, who could not be told is tried sooner. Each is twice the one
 * before.
 */
const PAUSES = { woken: { first: 10_000, longest: 120_000 }, queued: { first: 3000, longest: 20_000 } } as const;

export function newRound(isFirst: boolean): Round {
  return { isFirst, newest: "", rings: 0, lastRing: 0, gone: 0 };
}

export function afterRing(round: Round, outcome: RingOutcome, now: number): Round {
  const isGone = outcome.state === "queued" && outcome.why === "no-agent";
  return { ...round, outcome, rings: round.rings + 1, lastRing: now, gone: isGone ? round.gone + 1 : 0 };
}

/** Whether what is still unread is to be announced again; whoever announced it last, a pause comes after. */
export function isDue({ rings, lastRing, outcome, gone }: Round, open: readonly Message[], now: number): boolean {
  if (gone > 0) return true;
  const told = open.reduce((last, { delivery }) => Math.max(last, delivery ? Date.parse(delivery.at) : 0), lastRing);
  const state = outcome?.state ?? open.at(-1)?.state;
  const { first, longest } = PAUSES[state === "woken" ? "woken" : "queued"];
  // A clock that was set back must not silence the bell.
  return Math.abs(now - told) >= Math.min(first * 2 ** rings, longest);
}
