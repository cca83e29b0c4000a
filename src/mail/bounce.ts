import { ENOUGH_TEXT, isAcknowledgement } from "./acknowledgement.ts";
import { bounceText, type Unread } from "./bounce-text.ts";
import { type Message, type MessageId, type RoleId, USER, type WaitReason } from "./message.ts";
import { isUnderWay, noteAfter } from "./message-state.ts";
import type { Roster } from "./roster.ts";
import { type SystemMailParts, sendFromSystem } from "./system-mail.ts";

/** Mail that a process gives up on. */
export interface GivenUp {
  role: RoleId;
  ids: readonly MessageId[];
  /** Without a reason, the newest delivery note is used. */
  why?: WaitReason | undefined;
}

/**
 * Informs each sender, in one message, of its unread mail. The mail stays readable. Messages of ovld itself and
 * acknowledgements are never bounced: they expire.
 *
 * The recipient's relay and the army's watcher may give up on the same mail at once. A lock lets one work at a time,
 * and the second reads the states again. The id of the bounce is reserved before the bounce is sent. If a process dies
 * in between, the next one puts the same id, which changes nothing.
 */
export async function bounce({ role, ids, why }: GivenUp, parts: SystemMailParts): Promise<void> {
  const { mail } = parts.store;
  if (ids.length === 0) return;
  await mail.exclusively(role, async () => {
    const unread = await mail.unread(role, { among: ids, maxText: ENOUGH_TEXT });
    const messages = unread.filter(({ state }) => isUnderWay(state));
    for (const group of groupsOf(messages, (message) => `${message.from} ${isAcknowledgement(message)}`)) {
      const given = { role, messages: group, why: why ?? group.at(-1)?.delivery?.why };
      if (canBeTold(group[0], parts.roster)) await tellSender(group, given, parts);
      else await noteAll(given, { state: "expired" }, parts);
    }
  });
}

/** Mail of an earlier, unfinished bounce keeps the id of that bounce. */
async function tellSender(group: Group, { role, why }: Unread, parts: SystemMailParts): Promise<void> {
  const { mail } = parts.store;
  const fresh = await mail.nextId();
  const bounces = new Map<MessageId, MessageId>();
  for (const { id } of group) bounces.set(id, await mail.reserveBounce(role, id, fresh));
  for (const messages of groupsOf(group, ({ id }) => bounces.get(id) ?? fresh)) {
    const [parent] = messages;
    const id = bounces.get(parent.id) ?? fresh;
    const text = bounceText({ role, messages, why }, parts.roster.settings.lang);
    await sendFromSystem({ id, to: parent.from, parent, ...text }, parts);
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
