import { compose } from "./compose.ts";
import { type NotifyParts, notifyStored } from "./mailer.ts";
import { type Message, type MessageId, type RoleId, SYSTEM } from "./message.ts";
import type { Roster } from "./roster.ts";

export interface SystemMailParts extends NotifyParts {
  roster: Roster;
}

/** Text of a message from ovld. */
export interface SystemText {
  subject: string;
  body: string;
}

export interface SystemMessage extends SystemText {
  /** Derived from the event, so that a second report of the same event changes nothing. */
  id: MessageId;
  to: RoleId;
  parent?: Message | undefined;
}

/** Stores a message of ovld itself. Does not notify a reader that has read an earlier put of the same id. */
export async function sendFromSystem({ id, ...text }: SystemMessage, parts: SystemMailParts): Promise<void> {
  const { store, roster, clock } = parts;
  const message = compose({ from: SYSTEM, hops: text.parent?.hops, ...text }, roster, id, clock.now());
  await store.mail.put(message);
  const isUnread = (await store.mail.unreadIds(text.to)).includes(id);
  if (isUnread) await notifyStored(message, parts);
}
