import type { MessageId } from "#mail/message.ts";
import type { KnownIds } from "./mail-store.ts";

/** Set of seen messages in bounded memory: it holds the newest ids, and all older ids count as seen. */
export interface RecentIds extends KnownIds {
  /** Every id up to this one counts as seen; empty while all ids are held. */
  readonly bound: MessageId;
  readonly size: number;
  add(id: MessageId): void;
  /** Marks every id up to this one as seen. */
  forget(upTo: MessageId): void;
  /** In no order. */
  ids(): MessageId[];
}

/** Minimum of held ids. Pruning starts at twice as many, so that it is rare. */
export const REMEMBERED = 16_384;

/** Ids sort by time, so one id represents all before it. */
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
