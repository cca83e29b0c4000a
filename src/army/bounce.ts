import { type Message, type MessageId, USER } from "#store/mail-store.ts";
import type { Roster } from "#store/relay-store.ts";
import { isAcknowledgement } from "./acknowledgement.ts";
import { bounceText, type Unread } from "./bounce-text.ts";
import { noteAfter } from "./message-state.ts";
import { type SystemMailParts, sendFromSystem } from "./system-mail.ts";

/**
 * Tells each sender, in one message, what was not read. The mail stays where it is. What ovld itself wrote, and what
 * only thanks or confirms, is never bounced: it expires. The id of the telling is noted before it is sent, so that a
 * process that dies on the way tells nobody twice.
 */
export async function bounce({ role, messages, why }: Unread, parts: SystemMailParts): Promise<void> {
  for (const group of bySender(messages)) {
    const unread = { role, messages: group, why };
    if (canBeTold(group[0], parts.roster)) await tellSender(group, unread, parts);
    else await noteAll(unread, { state: "expired" }, parts);
  }
}

async function tellSender(group: Group, unread: Unread, parts: SystemMailParts): Promise<void> {
  const id = group[0].delivery?.bounce ?? (await parts.store.mail.nextId());
  for (const message of group) if (message.delivery?.bounce !== id) await reserve(message, id, parts);
  const letter = bounceText(unread, parts.roster.settings.lang);
  await sendFromSystem({ id, to: group[0].from, parent: group[0], ...letter }, parts);
  await noteAll(unread, { state: "bounced", bounce: id }, parts);
}

async function noteAll(
  { role, messages, why }: Unread,
  attempt: Parameters<typeof noteAfter>[1],
  { store, clock }: SystemMailParts,
): Promise<void> {
  for (const message of messages) {
    const note = noteAfter(message, { ...attempt, ...(why && { why }) }, clock.now());
    if (note) await store.mail.note(role, message.id, note);
  }
}

async function reserve({ to, id, state, delivery }: Message, bounce: MessageId, { store, clock }: SystemMailParts) {
  const known = delivery ?? { state: state === "woken" ? state : "queued", at: new Date(clock.now()).toISOString() };
  await store.mail.note(to, id, { ...known, bounce });
}

type Group = [Message, ...Message[]];

/** One telling for each sender, and again the same for those whose telling was under way when a process died. */
function bySender(messages: readonly Message[]): Group[] {
  const groups = new Map<string, Group>();
  for (const message of messages) {
    const key = `${message.from} ${message.delivery?.bounce ?? ""} ${isAcknowledgement(message)}`;
    const group = groups.get(key);
    if (group) group.push(message);
    else groups.set(key, [message]);
  }
  return [...groups.values()];
}

function canBeTold(message: Message, { roles }: Roster): boolean {
  if (isAcknowledgement(message)) return false;
  return message.from === USER || roles.some(({ id }) => id === message.from);
}
