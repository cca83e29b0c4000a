import { bounce } from "#mail/bounce.ts";
import type { SystemMailParts } from "#mail/system-mail.ts";
import type { Message, MessageId, RoleId } from "#store/mail-store.ts";
import { isUnderWay } from "./message-state.ts";
import { deadlineOf, SECOND_CHANCE, SURELY_GONE } from "./sweep.ts";
import { unreadNow } from "./unread-now.ts";

export interface GiveUpParts extends SystemMailParts {
  role: RoleId;
  /** Whether the role's agent is known to have ended. */
  isGone(): boolean;
}

export interface GiveUp {
  /** Bounces what is late, or all when the agent has ended. An empty inbox costs two listings. */
  look(): Promise<void>;
  /** The army has ended: bounces all, unless mail waits for agents that come back. */
  last(): Promise<void>;
}

/** Bodies are not kept, but read: so many messages at once. */
const BATCH = 100;

/**
 * For the army's watcher: gives up on unread mail, whatever became of its sender's and its recipient's relay. A relay
 * knows only what it saw itself, and ends with its agent.
 */
export function giveUp(parts: GiveUpParts): GiveUp {
  const { role, store, roster, clock, isGone } = parts;
  /** By `clock.elapsed()`, when each message is late; never for one that was given up on. */
  const due = new Map<MessageId, number>();
  let isFirst = true;
  let gone = 0;

  /** Mail that lay there before this process did is as old as it says, but gets a second chance. */
  const dueOf = ({ state, timestamp, priority }: Message): number => {
    if (!isUnderWay(state)) return Number.POSITIVE_INFINITY;
    const deadline = deadlineOf(priority, roster);
    const sent = Date.parse(timestamp);
    const age = isFirst && sent < clock.now() ? clock.now() - sent : 0;
    return clock.elapsed() + Math.max(deadline - age, Math.min(deadline, SECOND_CHANCE));
  };

  const refresh = async (): Promise<void> => {
    const unread = await store.mail.unreadIds(role);
    const ids = new Set(unread);
    for (const id of due.keys()) if (!ids.has(id)) due.delete(id);
    const unknown = unread.filter((id) => !due.has(id));
    for (let start = 0; start < unknown.length; start += BATCH)
      for (const message of await unreadNow(store.mail, role, unknown.slice(start, start + BATCH)))
        due.set(message.id, dueOf(message));
    isFirst = false;
  };

  const giveUpOn = async (isLost: (due: number) => boolean, why?: "no-agent"): Promise<void> => {
    const ids = [...due].filter(([, at]) => Number.isFinite(at) && isLost(at)).map(([id]) => id);
    await bounce({ role, ids, why }, parts);
    for (const id of ids) due.set(id, Number.POSITIVE_INFINITY);
  };

  const giveUpOnAll = async (): Promise<void> => {
    if (roster.settings.absent !== "wait") await giveUpOn(() => true, "no-agent");
  };

  return {
    async look() {
      await refresh();
      gone = isGone() ? gone + 1 : 0;
      if (gone >= SURELY_GONE) await giveUpOnAll();
      await giveUpOn((at) => at <= clock.elapsed());
    },
    async last() {
      await refresh();
      await giveUpOnAll();
    },
  };
}
