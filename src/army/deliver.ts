import type { Clock } from "#base/clock.ts";
import { reasonOf } from "#base/errors.ts";
import type { Message, MessageId, RoleId } from "#store/mail-store.ts";
import type { PendingMarks, RelayStore, Roster } from "#store/relay-store.ts";
import { compose, type Draft } from "./message.ts";

/** What a recipient, or whoever wakes it, is told of a stored message: never its text. */
export type Announcement = Pick<Message, "id" | "from" | "priority">;

/** What is known once a recipient was rung; every rung of the ladder adds the states it can tell apart. */
export type RingOutcome = { state: "queued" } | { state: "woken"; by: "typing" };

/** Announces mail that is stored already. One that throws loses nothing but the announcement. */
export type Ring = (role: RoleId, announcement: Announcement) => Promise<RingOutcome>;

export type Delivery = ({ notified: true } & RingOutcome) | { notified: false; reason: string };

export interface Sent {
  message: Message;
  delivery: Delivery;
}

export interface Broadcast {
  thread: MessageId | undefined;
  sent: Sent[];
  failed: { to: RoleId; reason: string }[];
}

export interface Courier {
  /** Stores the message, then rings. Throws when it was not stored. */
  send(draft: Draft): Promise<Sent>;
  /** One message of one thread to every role but the sender; a role that fails does not stop the others. */
  broadcast(draft: Omit<Draft, "to">): Promise<Broadcast>;
}

/** The first rung: a mark that the recipient finds when it next looks. */
export function markPending(pending: PendingMarks): Ring {
  return async (role, { from, id }) => {
    await pending.mark(role, { from, id });
    return { state: "queued" };
  };
}

/** Marks first, whatever comes after; then what the louder ring did is what is known. */
export function markThen(pending: PendingMarks, louder: Ring): Ring {
  const mark = markPending(pending);
  return async (role, announcement) => {
    await mark(role, announcement);
    return louder(role, announcement);
  };
}

export function courier(parts: { store: Pick<RelayStore, "mail">; roster: Roster; clock: Clock; ring: Ring }): Courier {
  const { store, roster, clock, ring } = parts;
  const inOrder = oneAtATime();

  const write = async (draft: Draft): Promise<Message> =>
    compose(draft, roster, await store.mail.nextId(), clock.now());

  const announce = async ({ to, id, from, priority }: Message): Promise<Delivery> => {
    try {
      return { notified: true, ...(await ring(to, { id, from, priority })) };
    } catch (error) {
      return { notified: false, reason: reasonOf(error) };
    }
  };

  const writeToAll = async (draft: Omit<Draft, "to">): Promise<Message[]> => {
    const messages: Message[] = [];
    for (const { id: to } of roster.roles)
      if (to !== draft.from) messages.push(await write({ thread: messages[0]?.thread, ...draft, to }));
    return messages;
  };

  return {
    async send(draft) {
      const message = await inOrder(async () => {
        const message = await write(draft);
        await store.mail.put(message);
        return message;
      });
      return { message, delivery: await announce(message) };
    },

    async broadcast(draft) {
      const { messages, puts } = await inOrder(async () => {
        const messages = await writeToAll(draft);
        return { messages, puts: await Promise.allSettled(messages.map((message) => store.mail.put(message))) };
      });
      const result: Broadcast = { thread: messages[0]?.thread, sent: [], failed: [] };
      const stored = messages.filter((message, index) => {
        const put = puts[index];
        if (put?.status === "rejected") result.failed.push({ to: message.to, reason: reasonOf(put.reason) });
        return put?.status === "fulfilled";
      });
      result.sent = await Promise.all(stored.map(async (message) => ({ message, delivery: await announce(message) })));
      return result;
    },
  };
}

/** Two sends at once could be stored the later first, and a reader between them would see them out of order. */
function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
}
