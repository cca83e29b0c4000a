import type { Message, MessageId, RoleId } from "#store/mail-store.ts";
import { bounce } from "./bounce.ts";
import type { Courier } from "./deliver.ts";
import { isUnderWay } from "./message-state.ts";
import { deadlineOf, SURELY_GONE } from "./sweep.ts";
import type { SystemMailParts } from "./system-mail.ts";
import { unreadNow } from "./unread-now.ts";

export interface OutstandingParts extends SystemMailParts {
  courier: Courier;
  /** Whether the agent of a role is known to have ended. */
  isGone(role: RoleId): Promise<boolean>;
}

export interface Outstanding {
  /** The same courier, whose mail is watched until it was read. */
  courier: Courier;
  /** Asks nothing while nothing is outstanding. */
  look(): Promise<void>;
}

/** Milliseconds past the deadline: whoever sweeps for the recipient comes first, unless it has ended with its agent. */
const AFTER_SWEEPER = 90_000;

interface Sent {
  messages: Map<MessageId, Watched>;
  /** How often in a row the recipient seemed gone. */
  gone: number;
}

interface Watched {
  message: Message;
  /** When it was sent, by `clock.elapsed()`. */
  since: number;
}

/**
 * A sender's watch over what it sent: an agent that dies takes its relay with it, and then nobody on that side is left to say
 * that the mail will not be read.
 */
export function outstanding(parts: OutstandingParts): Outstanding {
  const { courier, store, roster, clock, isGone } = parts;
  const sent = new Map<RoleId, Sent>();

  const watch = (message: Message): void => {
    const entry = sent.get(message.to) ?? { messages: new Map(), gone: 0 };
    entry.messages.set(message.id, { message, since: clock.elapsed() });
    sent.set(message.to, entry);
  };

  const isOverdue = ({ message, since }: Watched): boolean =>
    clock.elapsed() - since > deadlineOf(message.priority, roster) + AFTER_SWEEPER;

  const lookAfter = async (role: RoleId, entry: Sent): Promise<void> => {
    entry.gone = (await isGone(role)) ? entry.gone + 1 : 0;
    const isDead = entry.gone >= SURELY_GONE;
    const lost = [...entry.messages].filter(([, watched]) => isDead || isOverdue(watched)).map(([id]) => id);
    if (lost.length === 0) return;
    const messages = (await unreadNow(store.mail, role, lost)).filter(({ state }) => isUnderWay(state));
    await bounce({ role, messages, why: isDead ? "no-agent" : messages.at(-1)?.delivery?.why }, parts);
    for (const id of lost) entry.messages.delete(id);
  };

  return {
    courier: {
      async send(draft) {
        const result = await courier.send(draft);
        watch(result.message);
        return result;
      },
      async broadcast(draft, to) {
        const result = await courier.broadcast(draft, to);
        for (const { message } of result.sent) watch(message);
        return result;
      },
    },
    async look() {
      for (const [role, entry] of sent) {
        // Before the question: what is sent meanwhile is not in the answer, and unread all the same.
        const watched = [...entry.messages.keys()];
        const unread = new Set(await store.mail.unreadIds(role));
        for (const id of watched) if (!unread.has(id)) entry.messages.delete(id);
        if (entry.messages.size === 0) sent.delete(role);
        else await lookAfter(role, entry);
      }
    },
  };
}
