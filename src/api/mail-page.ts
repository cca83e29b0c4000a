import type { MessageHead, MessageId, MessageState, RoleId } from "#mail/message.ts";
import type { MailStore } from "#store/mail-store.ts";

export interface MailQuery {
  /** Sender or reader. */
  role?: RoleId | undefined;
  state?: MessageState | undefined;
  order: "oldest" | "newest";
  /** `next` of the previous page. */
  after?: MessageId | undefined;
  limit: number;
}

export interface MailPage {
  messages: MessageHead[];
  /** The last message that was read; null on the last page. */
  next: MessageId | null;
}

/** Messages that one page reads: a filter with few matches costs more pages, not more time per request. */
const MOST_LOOKED_AT = 5000;

/** One page of an army's mail; its cost does not depend on the amount of mail. */
export async function mailPage(
  mail: Pick<MailStore, "scroll">,
  { role, state, order, after, limit }: MailQuery,
  { most = MOST_LOOKED_AT } = {},
): Promise<MailPage> {
  const isWanted = (head: MessageHead) =>
    (role === undefined || head.from === role || head.to === role) && (state === undefined || head.state === state);
  const archived = state === undefined ? undefined : state === "acked";
  const messages: MessageHead[] = [];
  let looked = 0;
  let last: MessageId | null = null;
  for await (const { body: _, ...head } of mail.scroll({ order, after, archived })) {
    const isFull = messages.length === limit && isWanted(head);
    if (isFull || looked++ === most) return { messages, next: last };
    if (isWanted(head)) messages.push(head);
    last = head.id;
  }
  return { messages, next: null };
}
