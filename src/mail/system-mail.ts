import { type Message, type MessageId, type RoleId, SYSTEM } from "#store/mail-store.ts";
import type { Roster } from "#store/relay-store.ts";
import { compose } from "./compose.ts";
import { type AnnounceParts, announceStored } from "./mailer.ts";

export interface SystemMailParts extends AnnounceParts {
  roster: Roster;
}

/** What ovld has to say, whomever it writes to. */
export interface SystemText {
  subject: string;
  body: string;
}

export interface SystemLetter extends SystemText {
  /** The same for the same news: a second put of it changes nothing. */
  id: MessageId;
  to: RoleId;
  parent?: Message | undefined;
}

/** A message that ovld itself writes: stored, then announced unless its reader has it already. */
export async function sendFromSystem({ id, ...letter }: SystemLetter, parts: SystemMailParts): Promise<void> {
  const { store, roster, clock } = parts;
  const message = compose({ from: SYSTEM, hops: letter.parent?.hops, ...letter }, roster, id, clock.now());
  await store.mail.put(message);
  const isUnread = (await store.mail.unreadIds(letter.to)).includes(id);
  if (isUnread) await announceStored(message, parts);
}
