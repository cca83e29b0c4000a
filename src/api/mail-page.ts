import type { MessageHead, MessageId, MessageState, RoleId } from "#mail/message.ts";
import type { MailStore } from "#store/mail-store.ts";

export interface MailQuery {
  /** Wrote it, or was sent it. */
  role?: RoleId | undefined;
  state?: MessageState | undefined;
  order: "oldest" | "newest";
  /** `next` of the page before. */
  after?: MessageId | undefined;
  limit: number;
}

export interface MailPage {
  messages: MessageHead[];
  /** The last message that was looked at; null when there are no more. */
  next: MessageId | null;
}

/** Messages that one page looks at: a filter that few pass costs the client more pages, and not the server its memory. */
const MOST_LOOKED_AT = 5000;

/** One page of an army's mail, at a cost that does not depend on how much there is. */
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
