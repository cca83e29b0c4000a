import type { Clock } from "#base/clock.ts";
import { type Message, type MessageId, type RoleId, SYSTEM, USER, type WaitReason } from "#store/mail-store.ts";
import type { RelayStore, Roster } from "#store/relay-store.ts";
import { bounceText } from "./bounce-text.ts";
import { type Ring, tell } from "./deliver.ts";
import { compose } from "./message.ts";
import { noteAfter, noteAfterRing } from "./message-state.ts";

export interface BounceParts {
  store: Pick<RelayStore, "mail">;
  roster: Roster;
  clock: Clock;
  ring: Ring;
}

export interface Unread {
  /** Whose mail it is. */
  role: RoleId;
  messages: readonly Message[];
  why: WaitReason | undefined;
}

/**
 * Tells each sender, in one message, what was not read. The mail stays where it is. What ovld itself wrote is never bounced:
 * it expires. The id of the telling is noted before it is sent, so that a process that dies on the way tells nobody twice.
 */
export async function bounce({ role, messages, why }: Unread, parts: BounceParts): Promise<void> {
  for (const group of bySender(messages)) {
    const unread = { role, messages: group, why };
    if (canBeTold(group[0].from, parts.roster)) await tellSender(group, unread, parts);
    else await noteAll(unread, { state: "expired" }, parts);
  }
}

async function tellSender(group: Group, unread: Unread, parts: BounceParts): Promise<void> {
  const id = group[0].delivery?.bounce ?? (await parts.store.mail.nextId());
  for (const message of group) if (message.delivery?.bounce !== id) await reserve(message, id, parts);
  await sendBounce(id, unread, parts);
  await noteAll(unread, { state: "bounced", bounce: id }, parts);
}

async function noteAll(
  { role, messages, why }: Unread,
  attempt: Parameters<typeof noteAfter>[1],
  { store, clock }: BounceParts,
): Promise<void> {
  for (const message of messages) {
    const note = noteAfter(message, { ...attempt, ...(why && { why }) }, clock.now());
    if (note) await store.mail.note(role, message.id, note);
  }
}

async function reserve({ to, id, state, delivery }: Message, bounce: MessageId, { store, clock }: BounceParts) {
  const known = delivery ?? { state: state === "woken" ? state : "queued", at: new Date(clock.now()).toISOString() };
  await store.mail.note(to, id, { ...known, bounce });
}

async function sendBounce(id: MessageId, unread: Unread, { store, roster, clock, ring }: BounceParts): Promise<void> {
  const [parent] = unread.messages;
  const to = parent?.from ?? USER;
  const draft = { from: SYSTEM, to, parent, ...bounceText(unread, roster.settings.lang) };
  const message = compose(draft, roster, id, clock.now());
  await store.mail.put(message);
  const { reason: _, ...outcome } = await tell(ring, message);
  const note = noteAfterRing(message, outcome, clock.now());
  if (note) await store.mail.note(to, id, note);
}

type Group = [Message, ...Message[]];

/** One telling for each sender, and again the same for those whose telling was under way when a process died. */
function bySender(messages: readonly Message[]): Group[] {
  const groups = new Map<string, Group>();
  for (const message of messages) {
    const key = `${message.from} ${message.delivery?.bounce ?? ""}`;
    const group = groups.get(key);
    if (group) group.push(message);
    else groups.set(key, [message]);
  }
  return [...groups.values()];
}

function canBeTold(sender: RoleId, { roles }: Roster): boolean {
  return sender === USER || roles.some(({ id }) => id === sender);
}
