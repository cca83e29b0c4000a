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

interface Recipient {
  /** What it was sent and has not read. */
  messages: Map<MessageId, Watched>;
  /** How often in a row it seemed gone. */
  gone: number;
}

interface Watched {
  message: Message;
  /** When it was sent, by `clock.elapsed()`. */
  since: number;
}

/**
 * A sender's watch over what it sent: an agent that dies takes its relay with it, and then nobody on that side is left
 * to say that the mail will not be read.
 */
export function outstanding(parts: OutstandingParts): Outstanding {
  const { courier, store, roster, clock, isGone } = parts;
  const recipients = new Map<RoleId, Recipient>();

  const watch = (message: Message): void => {
    const recipient = recipients.get(message.to) ?? { messages: new Map(), gone: 0 };
    recipient.messages.set(message.id, { message, since: clock.elapsed() });
    recipients.set(message.to, recipient);
  };

  const isOverdue = ({ message, since }: Watched): boolean =>
    clock.elapsed() - since > deadlineOf(message.priority, roster) + AFTER_SWEEPER;

  const lookAfter = async (role: RoleId, recipient: Recipient): Promise<void> => {
    recipient.gone = (await isGone(role)) ? recipient.gone + 1 : 0;
    const isDead = recipient.gone >= SURELY_GONE;
    const lost = [...recipient.messages].filter(([, watched]) => isDead || isOverdue(watched)).map(([id]) => id);
    if (lost.length === 0) return;
    const messages = (await unreadNow(store.mail, role, lost)).filter(({ state }) => isUnderWay(state));
    await bounce({ role, messages, why: isDead ? "no-agent" : messages.at(-1)?.delivery?.why }, parts);
    for (const id of lost) recipient.messages.delete(id);
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
      for (const [role, recipient] of recipients) {
        // Before the question: what is sent meanwhile is not in the answer, and unread all the same.
        const watched = [...recipient.messages.keys()];
        const unread = new Set(await store.mail.unreadIds(role));
        for (const id of watched) if (!unread.has(id)) recipient.messages.delete(id);
        if (recipient.messages.size === 0) recipients.delete(role);
        else await lookAfter(role, recipient);
      }
    },
  };
}
