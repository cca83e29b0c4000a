import type { Clock } from "#base/clock.ts";
import { reasonOf } from "#errors/ovld-error.ts";
import type { RelayStore } from "#store/relay-store.ts";
import { compose, type Draft } from "./compose.ts";
import type { Message, MessageId, RoleId, WaitReason } from "./message.ts";
import { noteAfterNotify } from "./message-state.ts";
import { type Notifier, type NotifyOutcome, notify } from "./notify.ts";
import type { Roster } from "./roster.ts";

export type Delivery = NotifyOutcome & {
  /** Whether the recipient was notified or will be. */
  notified: boolean;
  /** Why the recipient cannot be notified, in one line. */
  reason?: string;
};

export interface Sent {
  message: Message;
  delivery: Delivery;
}

export interface Broadcast {
  thread: MessageId | undefined;
  sent: Sent[];
  failed: { to: RoleId; reason: string }[];
  /** Roles that the sender may not write to. */
  beyond?: RoleId[];
  /** Number of messages that may still be sent to each recipient now; undefined without a limit. */
  allowance?: number | undefined;
}

export interface Mailer {
  /** Stores the message, then notifies. Throws when it was not stored. */
  send(draft: Draft): Promise<Sent>;
  /**
   * Sends one message to each role but the sender, or to the named roles, all in one thread. A message that fails does
   * not stop the others.
   */
  broadcast(draft: Omit<Draft, "to">, to?: readonly RoleId[]): Promise<Broadcast>;
}

export interface NotifyParts {
  store: Pick<RelayStore, "mail">;
  clock: Clock;
  notifier: Notifier;
}

export function mailer(parts: NotifyParts & { roster: Roster }): Mailer {
  const { store, roster, clock } = parts;
  const inOrder = oneAtATime();

  const write = async (draft: Draft): Promise<Message> =>
    compose(draft, roster, await store.mail.nextId(), clock.now());

  const writeToAll = async (draft: Omit<Draft, "to">, recipients: readonly RoleId[]): Promise<Message[]> => {
    const messages: Message[] = [];
    for (const to of recipients) messages.push(await write({ thread: messages[0]?.thread, ...draft, to }));
    return messages;
  };

  return {
    async send(draft) {
      const message = await inOrder(async () => {
        const message = await write(draft);
        await store.mail.put(message);
        return message;
      });
      return notifyStored(message, parts);
    },

    async broadcast(draft, recipients = otherRoles(draft.from, roster)) {
      const { messages, puts } = await inOrder(async () => {
        const messages = await writeToAll(draft, recipients);
        return { messages, puts: await Promise.allSettled(messages.map((message) => store.mail.put(message))) };
      });
      const result: Broadcast = { thread: messages[0]?.thread, sent: [], failed: [] };
      const stored = messages.filter((message, index) => {
        const put = puts[index];
        if (put?.status === "rejected") result.failed.push({ to: message.to, reason: reasonOf(put.reason) });
        return put?.status === "fulfilled";
      });
      result.sent = await Promise.all(stored.map((message) => notifyStored(message, parts)));
      return result;
    },
  };
}

/** Notifies the recipient of a stored message, and notes the outcome beside the message. */
export async function notifyStored(message: Message, { store, clock, notifier }: NotifyParts): Promise<Sent> {
  const { to, id } = message;
  const told = await notify(notifier, message);
  // The recipient's relay may have notified it meanwhile.
  const delivery = told.state === "woken" ? undefined : await store.mail.noted(to, id).catch(() => undefined);
  const by = delivery?.state === "woken" ? delivery.by : undefined;
  const { reason, ...outcome } = by ? { state: "woken" as const, by, reason: undefined } : told;
  const known = { state: delivery?.state ?? message.state, ...(delivery && { delivery }) };
  const note = noteAfterNotify(known, outcome, clock.now());
  // Without the note the reader still finds the message.
  if (note) await store.mail.note(to, id, note).catch(() => {});
  const notified = outcome.state === "woken" || !NOT_NOTIFIED.includes(outcome.why);
  return {
    message: { ...message, state: outcome.state, ...(note && { delivery: note }) },
    delivery: { notified, ...outcome, ...(reason !== undefined && { reason }) },
  };
}

export function otherRoles(role: RoleId, { roles }: Roster): RoleId[] {
  return roles.map(({ id }) => id).filter((id) => id !== role);
}

/** With these outcomes the recipient has no notification and will get none soon. */
const NOT_NOTIFIED: readonly WaitReason[] = ["no-agent", "failed"];

/** Concurrent sends could be stored out of order, and a reader in between would see the later one first. */
function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
}
