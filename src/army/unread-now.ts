import { ENOUGH_TEXT } from "#mail/acknowledgement.ts";
import type { MailStore, Message, MessageId, RoleId } from "#store/mail-store.ts";

/**
 * Those of a role's messages that are still unread, as the store knows them now: another process may have told of them
 * already, and only they are meant, whatever arrives meanwhile. Their texts are cut.
 */
export async function unreadNow(mail: MailStore, role: RoleId, ids: readonly MessageId[]): Promise<Message[]> {
  const wanted = new Set(ids);
  const others = (await mail.unreadIds(role)).filter((id) => !wanted.has(id));
  const unread = await mail.unread(role, { known: new Set(others), maxText: ENOUGH_TEXT });
  return unread.filter(({ id }) => wanted.has(id));
}
