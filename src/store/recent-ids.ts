import type { MessageId } from "#mail/message.ts";
import type { KnownIds } from "./mail-store.ts";

/** Which messages were seen, in bounded memory: the newest are remembered, and everything before them counts as seen. */
export interface RecentIds extends KnownIds {
  /** Every id up to this one counts as seen; empty while all are remembered. */
  readonly bound: MessageId;
  readonly size: number;
  add(id: MessageId): void;
  /** Counts everything up to this id as seen. */
  forget(upTo: MessageId): void;
  /** In no order. */
  ids(): MessageId[];
}

/** Ids that are remembered at least; up to twice as many, so that forgetting is seldom. */
export const REMEMBERED = 16_384;

/** Ids sort by time, so one id stands for all before it. */
export function recentIds(remembered = REMEMBERED): RecentIds {
  let ids = new Set<MessageId>();
  let bound: MessageId = "";

  const forget = (upTo: MessageId): void => {
    if (upTo <= bound) return;
    bound = upTo;
    ids = new Set([...ids].filter((id) => id > bound));
  };
  return {
    get bound() {
      return bound;
    },
    get size() {
      return ids.size;
    },
    has: (id) => id <= bound || ids.has(id),
    add(id) {
      if (id > bound) ids.add(id);
      if (ids.size > 2 * remembered) forget([...ids].sort()[ids.size - remembered - 1] ?? "");
    },
    forget,
    ids: () => [...ids],
  };
}
