import { compose } from "./compose.ts";
import { type NotifyParts, notifyStored } from "./mailer.ts";
import { type Message, type MessageId, type RoleId, SYSTEM } from "./message.ts";
import type { Roster } from "./roster.ts";

export interface SystemMailParts extends NotifyParts {
  roster: Roster;
}

/** What ovld has to say, to any role. */
export interface SystemText {
  subject: string;
  body: string;
}

export interface SystemLetter extends SystemText {
  /** The same for the same news, so that a second put changes nothing. */
  id: MessageId;
  to: RoleId;
  parent?: Message | undefined;
}

/** Stores a message of ovld itself. Its reader is not notified when it has read an earlier put of the same id. */
export async function sendFromSystem({ id, ...letter }: SystemLetter, parts: SystemMailParts): Promise<void> {
  const { store, roster, clock } = parts;
  const message = compose({ from: SYSTEM, hops: letter.parent?.hops, ...letter }, roster, id, clock.now());
  await store.mail.put(message);
  const isUnread = (await store.mail.unreadIds(letter.to)).includes(id);
  if (isUnread) await notifyStored(message, parts);
}
