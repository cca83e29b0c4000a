import { giveUp, isSurelyGone, lateAfter, type Waiting } from "./give-up.ts";
import type { Message, MessageId, RoleId } from "./message.ts";
import { isUnderWay } from "./message-state.ts";
import type { SystemMailParts } from "./system-mail.ts";

export interface ReturnerParts extends SystemMailParts {
  role: RoleId;
  /** Whether the role's agent is known to have ended. */
  isGone(): boolean;
}

export interface Returner {
  /** Returns late mail, or all mail if the agent has ended. An empty inbox costs two listings. */
  look(): Promise<void>;
  /** Returns all mail after the army has ended, unless the settings let mail wait for agents that come back. */
  last(): Promise<void>;
}

/** Number of unread messages read at once, to limit the memory for their bodies. */
const BATCH = 100;

interface Seen extends Pick<Message, "priority"> {
  /** Time of the first check that found the message, by `clock.elapsed()`. */
  since: number;
  /** Age in milliseconds at that check. */
  age: number;
}

/** Returns unread mail. Runs in the army's watcher, because a relay ends with its agent. */
export function returner(parts: ReturnerParts): Returner {
  const { role, store, clock, isGone } = parts;
  /** Undefined for mail that was given up on. */
  const known = new Map<MessageId, Seen | undefined>();
  let isFirst = true;
  /** A store gives the same array for an unchanged inbox. */
  let last: readonly MessageId[] | undefined;
  /** When the next message is late, by `clock.elapsed()`: until then a check reads no list of messages. */
  let nextLate = Number.POSITIVE_INFINITY;
  let gone = 0;

  /** Only for mail that is older than this process does the timestamp count. */
  const seenNow = ({ state, timestamp, priority }: Message): Seen | undefined => {
    if (!isUnderWay(state)) return undefined;
    const sent = Date.parse(timestamp);
    const age = isFirst && sent < clock.now() ? clock.now() - sent : 0;
    return { priority, since: clock.elapsed(), age };
  };

  const refresh = async (): Promise<void> => {
    const unread = await store.mail.unreadIds(role);
    if (unread === last) return;
    const ids = new Set(unread);
    for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    const unknown = unread.filter((id) => !known.has(id));
    for (let start = 0; start < unknown.length; start += BATCH) {
      const among = unknown.slice(start, start + BATCH);
      for (const message of await store.mail.unread(role, { among, maxText: 0 }))
        known.set(message.id, seenNow(message));
    }
    nextLate = firstLate();
    last = unread;
    isFirst = false;
  };

  const firstLate = (): number => {
    let first = Number.POSITIVE_INFINITY;
    for (const seen of known.values()) if (seen) first = Math.min(first, seen.since + lateAfter(seen, parts.roster));
    return first;
  };

  const waiting = (): Waiting[] =>
    [...known].flatMap(([id, seen]) => {
      if (!seen) return [];
      const seenFor = clock.elapsed() - seen.since;
      return [{ id, priority: seen.priority, seenFor, age: seen.age + seenFor }];
    });

  const returnLost = async (gone: number): Promise<void> => {
    const ids = await giveUp({ role, waiting: waiting(), gone }, parts);
    for (const id of ids) known.set(id, undefined);
    nextLate = firstLate();
  };

  return {
    async look() {
      await refresh();
      gone = isGone() ? gone + 1 : 0;
      if (isSurelyGone(gone, parts.roster) || clock.elapsed() >= nextLate) await returnLost(gone);
    },
    async last() {
      await refresh();
      await returnLost(Number.POSITIVE_INFINITY);
    },
  };
}
