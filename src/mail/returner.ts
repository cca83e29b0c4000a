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
  const waiting = new Map<MessageId, Seen>();
  /** Unread mail that was given up on or expired. No check walks it, so its amount adds nothing to a check. */
  const settled = new Set<MessageId>();
  let isFirst = true;
  /** A store gives the same array for an unchanged inbox. */
  let last: readonly MessageId[] | undefined;
  /** When the next message is late, by `clock.elapsed()`: until then a check reads no list of messages. */
  let nextLate = Number.POSITIVE_INFINITY;
  let gone = 0;

  /** Only for mail that is older than this process does the timestamp count. */
  const seenNow = ({ timestamp, priority }: Message): Seen => {
    const sent = Date.parse(timestamp);
    const age = isFirst && sent < clock.now() ? clock.now() - sent : 0;
    return { priority, since: clock.elapsed(), age };
  };

  const remember = (message: Message): void => {
    if (isUnderWay(message.state)) waiting.set(message.id, seenNow(message));
    else settled.add(message.id);
  };

  const forgetAllBut = (unread: ReadonlySet<MessageId>): void => {
    for (const id of waiting.keys()) if (!unread.has(id)) waiting.delete(id);
    for (const id of settled) if (!unread.has(id)) settled.delete(id);
  };

  const refresh = async (): Promise<void> => {
    const unread = await store.mail.unreadIds(role);
    if (unread === last) return;
    forgetAllBut(new Set(unread));
    const unknown = unread.filter((id) => !waiting.has(id) && !settled.has(id));
    for (let start = 0; start < unknown.length; start += BATCH) {
      const among = unknown.slice(start, start + BATCH);
      for (const message of await store.mail.unread(role, { among, maxText: 0 })) remember(message);
    }
    nextLate = firstLate();
    last = unread;
    isFirst = false;
  };

  const firstLate = (): number => {
    let first = Number.POSITIVE_INFINITY;
    for (const seen of waiting.values()) first = Math.min(first, seen.since + lateAfter(seen, parts.roster));
    return first;
  };

  const seenWaiting = (): Waiting[] =>
    [...waiting].map(([id, { priority, since, age }]) => {
      const seenFor = clock.elapsed() - since;
      return { id, priority, seenFor, age: age + seenFor };
    });

  const returnLost = async (gone: number): Promise<void> => {
    const ids = await giveUp({ role, waiting: seenWaiting(), gone }, parts);
    for (const id of ids) {
      waiting.delete(id);
      settled.add(id);
    }
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
