import type { Message, MessageId } from "#mail/message.ts";
import type { MailStore } from "#store/mail-store.ts";
import { type ArmyEvent, type EventState, progressOf, type Snapshot, snapshotOf } from "./event-state.ts";

/** Messages in one append: after an absence of all servers, there may be many. */
export const BATCH = 256;
/** Only the newest open messages are read again each time, because an inbox may be long. */
const OPEN_READ_AGAIN = 1024;
/** Past messages that the first server of an army publishes. */
const PAST = 2000;

/** New messages, and messages with a possibly changed delivery, in batches. */
export async function* mailEvents(mail: MailStore, state: EventState): AsyncGenerator<ArmyEvent[]> {
  let batch: ArmyEvent[] = [];
  for await (const message of changedMail(mail, state)) {
    const isKnown = state.ids.has(message.id);
    batch.push(isKnown ? { type: "delivery", data: progressOf(message) } : messageEvent(message));
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Finds messages up to the bound by name, and scrolls only behind it: a long archive costs nothing. */
async function* changedMail(mail: MailStore, { settled, open, bound }: EventState): AsyncGenerator<Message> {
  const skipped = new Set([...open.keys()].slice(0, -OPEN_READ_AGAIN));
  for (const id of [...open.keys()]) {
    if (id > bound || skipped.has(id)) continue;
    const message = await mail.find(id, open.get(id)?.to);
    if (message) yield message;
  }
  yield* mail.scroll({ after: bound, known: { has: (id) => settled.has(id) || skipped.has(id) } });
}

export function messageEvent({ body: _, ...message }: Message): ArmyEvent {
  return { type: "message", data: { message } };
}

/** The past of an army with more messages than are published: its older ones. Undefined for any other army. */
export async function olderPast(mail: MailStore): Promise<Snapshot | undefined> {
  const bound = await newestOlder(mail);
  if (bound === undefined) return undefined;
  const open: Message[] = [];
  for await (const message of mail.scroll({ archived: false })) {
    if (message.id > bound) break;
    open.push(message);
  }
  return snapshotOf(bound, open);
}

async function newestOlder(mail: MailStore): Promise<MessageId | undefined> {
  let left = PAST;
  for await (const { id } of mail.scroll({ order: "newest" })) if (left-- === 0) return id;
  return undefined;
}
