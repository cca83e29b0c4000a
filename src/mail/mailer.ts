import { noteAfterRing } from "#army/message-state.ts";
import type { Clock } from "#base/clock.ts";
import { OvldError, reasonOf } from "#errors/ovld-error.ts";
import { type Message, type MessageId, type RoleId, USER, type WaitReason, type WakeWay } from "#store/mail-store.ts";
import type { PendingMarks, RelayStore, Roster } from "#store/relay-store.ts";
import { compose, type Draft } from "./compose.ts";

/** What a recipient, or whoever wakes it, is told of a stored message: never its text. */
export type Announcement = Pick<Message, "id" | "from" | "priority"> & {
  /** It has waited long: a recipient that seems busy is told all the same. */
  insist?: boolean;
};

/** What is known once a recipient was rung. */
export type RingOutcome = { state: "woken"; by: WakeWay } | { state: "queued"; why: WaitReason };

/** Announces mail that is stored already. One that throws loses nothing but the announcement. */
export type Ring = (role: RoleId, announcement: Announcement) => Promise<RingOutcome>;

export type Delivery = RingOutcome & {
  /** Whether the recipient was told, or will be as soon as it can be. */
  notified: boolean;
  /** Why it cannot be told, in one line. */
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
  /** Whom the sender may not write to. */
  beyond?: RoleId[];
  /** How many more messages every one of its recipients may be sent now; undefined without a limit. */
  allowance?: number | undefined;
}

export interface Courier {
  /** Stores the message, then rings. Throws when it was not stored. */
  send(draft: Draft): Promise<Sent>;
  /**
   * One message of one thread to every role but the sender, or to those named; one that fails does not stop the others.
   */
  broadcast(draft: Omit<Draft, "to">, to?: readonly RoleId[]): Promise<Broadcast>;
}

/** The first rung: a mark that the recipient finds when it next looks. */
export function markPending(pending: PendingMarks): Ring {
  return async (role, announcement) => {
    if (role !== USER) await pending.mark(role, announcement);
    return { state: "queued", why: "no-bell" };
  };
}

export interface AnnounceParts {
  store: Pick<RelayStore, "mail">;
  clock: Clock;
  ring: Ring;
}

export function courier(parts: AnnounceParts & { roster: Roster }): Courier {
  const { store, roster, clock } = parts;
  const inOrder = oneAtATime();

  const write = async (draft: Draft): Promise<Message> =>
    compose(draft, roster, await store.mail.nextId(), clock.now());

  const announce = (message: Message) => announceStored(message, parts);

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
      return announce(message);
    },

    async broadcast(draft, recipients = everyoneBut(draft.from, roster)) {
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
      result.sent = await Promise.all(stored.map(announce));
      return result;
    },
  };
}

/** Tells the recipient of a message that is stored, and notes beside it what came of that. */
export async function announceStored(message: Message, { store, clock, ring }: AnnounceParts): Promise<Sent> {
  const { to, id } = message;
  const told = await tell(ring, message);
  // Whoever sweeps for the recipient may have told it meanwhile.
  const delivery = told.state === "woken" ? undefined : await store.mail.noted(to, id).catch(() => undefined);
  const by = delivery?.state === "woken" ? delivery.by : undefined;
  const { reason, ...outcome } = by ? { state: "woken" as const, by, reason: undefined } : told;
  const known = { state: delivery?.state ?? message.state, ...(delivery && { delivery }) };
  const note = noteAfterRing(known, outcome, clock.now());
  // A note that cannot be kept costs no mail: who is to read it finds it all the same.
  if (note) await store.mail.note(to, id, note).catch(() => {});
  const notified = outcome.state === "woken" || !UNTOLD.includes(outcome.why);
  return {
    message: { ...message, state: outcome.state, ...(note && { delivery: note }) },
    delivery: { notified, ...outcome, ...(reason !== undefined && { reason }) },
  };
}

export function everyoneBut(role: RoleId, { roles }: Roster): RoleId[] {
  return roles.map(({ id }) => id).filter((id) => id !== role);
}

/** With these nobody knows of the mail until somebody looks. */
const UNTOLD: readonly WaitReason[] = ["no-agent", "failed"];

/** Rings; what stands against it is an outcome too. */
export async function tell(
  ring: Ring,
  { to, id, from, priority }: Message,
  more: Pick<Announcement, "insist"> = {},
): Promise<RingOutcome & { reason?: string }> {
  try {
    return await ring(to, { id, from, priority, ...more });
  } catch (error) {
    const isGone = OvldError.is(error, "agent-gone", "pane-gone", "pane-exited", "session-ended");
    return { state: "queued", why: isGone ? "no-agent" : "failed", reason: reasonOf(error) };
  }
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
