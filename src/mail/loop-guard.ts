import type { Clock } from "#base/clock.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { isAcknowledgement } from "./acknowledgement.ts";
import type { Draft } from "./compose.ts";
import type { Message, RoleId } from "./message.ts";
import type { StormLimits } from "./roster.ts";

/** The message that caused another, and the number of quick answers before it. */
export interface Cause {
  parent: Message | undefined;
  hops: number;
}

export interface Admitted extends Cause {
  /** Uncounts a message that was not stored. */
  withdraw(): void;
}

/** Prevents endless answers of one sender. Refuses new messages and drops none. */
export interface LoopGuard {
  /** Records the messages that the sender has read. */
  took(messages: readonly Message[]): void;
  /** The message that a message to this role, or a broadcast, would answer. */
  causeOf(to?: RoleId): Cause;
  /** Counts the message, or throws `storm-pair`, `storm-chain` or `storm-thanks`. */
  admit(draft: Draft, cause: Cause): Admitted;
  /** Number of messages that the pair may still exchange now; undefined without a limit. */
  allowance(to: RoleId): number | undefined;
}

const MINUTE = 60_000;

/** Milliseconds after reading. A later answer follows from work in between. */
const QUICK = 20_000;

/** 0 is no limit. */
const UNLIMITED: StormLimits = { pairPerMinute: 0, chainHops: 0 };

/** Counts only messages that this sender sent and read; `docs/limits.md` has the reasons. */
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
    // The oldest, unless the sender has read more than the limit: then several must expire first.
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
