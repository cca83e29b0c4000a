import { isUnderWay, noteAfter } from "#army/message-state.ts";
import { unreadNow } from "#army/unread-now.ts";
import { type Message, type MessageId, type RoleId, USER, type WaitReason } from "#store/mail-store.ts";
import type { Roster } from "#store/relay-store.ts";
import { isAcknowledgement } from "./acknowledgement.ts";
import { bounceText, type Unread } from "./bounce-text.ts";
import { type SystemMailParts, sendFromSystem } from "./system-mail.ts";

/** Mail that a process gives up on. */
export interface GivenUp {
  role: RoleId;
  ids: readonly MessageId[];
  /** Without one, the newest note tells. */
  why?: WaitReason | undefined;
}

/**
 * Tells each sender, in one message, what was not read. The mail stays where it is. What ovld itself wrote, and what
 * only thanks or confirms, is never bounced: it expires.
 *
 * The recipient's relay and the army's watcher may give up on the same mail at once, so one works at a time and looks
 * again at what is still under way. The bounce's id is kept before the bounce is sent: a process that dies in between
 * leaves it to the next one, and a second put of the same id changes nothing.
 */
export async function bounce({ role, ids, why }: GivenUp, parts: SystemMailParts): Promise<void> {
  const { mail } = parts.store;
  if (ids.length === 0) return;
  await mail.exclusively(role, async () => {
    const messages = (await unreadNow(mail, role, ids)).filter(({ state }) => isUnderWay(state));
    for (const group of groupsOf(messages, (message) => `${message.from} ${isAcknowledgement(message)}`)) {
      const unread = { role, messages: group, why: why ?? group.at(-1)?.delivery?.why };
      if (canBeTold(group[0], parts.roster)) await tellSender(group, unread, parts);
      else await noteAll(unread, { state: "expired" }, parts);
    }
  });
}

/** What an earlier bounce already tells of is not in the new one. */
async function tellSender(group: Group, { role, why }: Unread, parts: SystemMailParts): Promise<void> {
  const { mail } = parts.store;
  const fresh = await mail.nextId();
  const bounces = new Map<MessageId, MessageId>();
  for (const { id } of group) bounces.set(id, await mail.reserveBounce(role, id, fresh));
  for (const messages of groupsOf(group, ({ id }) => bounces.get(id) ?? fresh)) {
    const [parent] = messages;
    const id = bounces.get(parent.id) ?? fresh;
    const letter = bounceText({ role, messages, why }, parts.roster.settings.lang);
    await sendFromSystem({ id, to: parent.from, parent, ...letter }, parts);
    await noteAll({ role, messages, why }, { state: "bounced", bounce: id }, parts);
  }
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

type Group = [Message, ...Message[]];

function groupsOf(messages: readonly Message[], keyOf: (message: Message) => string): Group[] {
  const groups = new Map<string, Group>();
  for (const message of messages) {
    const group = groups.get(keyOf(message));
    if (group) group.push(message);
    else groups.set(keyOf(message), [message]);
  }
  return [...groups.values()];
}

function canBeTold(message: Message, { roles }: Roster): boolean {
  if (isAcknowledgement(message)) return false;
  return message.from === USER || roles.some(({ id }) => id === message.from);
}
