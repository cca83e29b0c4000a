import type { Clock } from "#base/clock.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { Message, RoleId } from "#store/mail-store.ts";
import type { StormLimits } from "#store/relay-store.ts";
import { isAcknowledgement } from "./acknowledgement.ts";
import type { Draft } from "./compose.ts";

/** What caused a message, and how many quick answers led to it. */
export interface Cause {
  parent: Message | undefined;
  hops: number;
}

export interface Admitted extends Cause {
  /** It was not stored after all: it costs nothing. */
  withdraw(): void;
}

/**
 * The rules that keep agents from answering each other for ever, for one sender. Refuses what is new, drops nothing.
 */
export interface Governor {
  /** The sender has read these. */
  took(messages: readonly Message[]): void;
  /** What a message to this role, or to everyone, would be an answer to. */
  causeOf(to?: RoleId): Cause;
  /** Counts the message, or throws `storm-pair`, `storm-chain` or `storm-thanks`. */
  admit(draft: Draft, cause: Cause): Admitted;
  /** How many more messages the pair may exchange now; undefined without a limit. */
  allowance(to: RoleId): number | undefined;
}

const MINUTE = 60_000;

/** Who answers later than this, in milliseconds after it has read, has done something meanwhile. */
const QUICK = 20_000;

/** 0 is no limit. */
const UNLIMITED: StormLimits = { pairPerMinute: 0, chainHops: 0 };

/** Everything is counted from what this sender itself sent and read; `docs/limits.md` has the reasons. */
export function governor({ clock, limits = UNLIMITED }: { clock: Clock; limits?: StormLimits | undefined }): Governor {
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
    // As a rule the oldest; who has read more than the limit has to wait for more of it to be forgotten.
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
