import type { Clock } from "#base/clock.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { isAcknowledgement } from "./acknowledgement.ts";
import type { Draft } from "./compose.ts";
import type { Message, RoleId } from "./message.ts";
import type { StormLimits } from "./roster.ts";

/** The message that caused another, and how many quick answers led there. */
export interface Cause {
  parent: Message | undefined;
  hops: number;
}

export interface Admitted extends Cause {
  /** The message was not stored, and does not count. */
  withdraw(): void;
}

/** Keeps one sender from answering others for ever. Refuses new messages, drops none. */
export interface LoopGuard {
  /** The sender has read these. */
  took(messages: readonly Message[]): void;
  /** The message that one to this role, or to each role, would answer. */
  causeOf(to?: RoleId): Cause;
  /** Counts the message, or throws `storm-pair`, `storm-chain` or `storm-thanks`. */
  admit(draft: Draft, cause: Cause): Admitted;
  /** How many more messages the pair may exchange now; undefined without a limit. */
  allowance(to: RoleId): number | undefined;
}

const MINUTE = 60_000;

/** Milliseconds after reading. An agent that answers later has done some work meanwhile. */
const QUICK = 20_000;

/** 0 is no limit. */
const UNLIMITED: StormLimits = { pairPerMinute: 0, chainHops: 0 };

/** Counts only what this sender itself sent and read; `docs/limits.md` has the reasons. */
export function loopGuard({
  clock,
  limits = UNLIMITED,
}: {
  clock: Clock;
  limits?: StormLimits | undefined;
}): LoopGuard {
  const exchanged = new Map<RoleId, number[]>();
  let reading: readonly Message[] = [];
  let readAt = 0;

  const recent = (role: RoleId): number[] => {
    const times = (exchanged.get(role) ?? []).filter((at) => Math.abs(clock.now() - at) < MINUTE);
    exchanged.set(role, times);
    return times;
  };

  const sinceReading = () => clock.elapsed() - readAt;

  const requirePair = (to: RoleId): void => {
    const times = recent(to).toSorted((a, b) => a - b);
    if (limits.pairPerMinute === 0 || times.length < limits.pairPerMinute) return;
    // The oldest, unless the sender has read more than the limit: then more of them must be forgotten first.
    const last = times[times.length - limits.pairPerMinute] ?? 0;
    const seconds = Math.max(1, Math.ceil((MINUTE - (clock.now() - last)) / 1000));
    throw new OvldError("storm-pair", { to, messages: times.length, seconds });
  };

  const requireChain = (to: RoleId, { parent }: Cause): void => {
    const hops = parent?.hops ?? 0;
    if (limits.chainHops === 0 || hops < limits.chainHops || sinceReading() >= MINUTE) return;
    throw new OvldError("storm-chain", { to, hops, seconds: Math.ceil((MINUTE - sinceReading()) / 1000) });
  };

  return {
    took(messages) {
      if (messages.length === 0) return;
      reading = messages;
      readAt = clock.elapsed();
      for (const { from, timestamp } of messages) recent(from).push(Date.parse(timestamp));
    },
    causeOf(to) {
      const parent = reading.findLast(({ from }) => from === to) ?? reading.at(-1);
      return { parent, hops: parent && sinceReading() < QUICK ? (parent.hops ?? 0) + 1 : 1 };
    },
    admit(draft, cause) {
      const { to } = draft;
      if (cause.parent?.from === to && isAcknowledgement(cause.parent) && isAcknowledgement(draft))
        throw new OvldError("storm-thanks", { to });
      requireChain(to, cause);
      requirePair(to);
      const at = clock.now();
      recent(to).push(at);
      const withdraw = () => {
        const times = recent(to);
        if (times.includes(at)) times.splice(times.indexOf(at), 1);
      };
      return { ...cause, withdraw };
    },
    allowance: (to) => (limits.pairPerMinute === 0 ? undefined : Math.max(0, limits.pairPerMinute - recent(to).length)),
  };
}
