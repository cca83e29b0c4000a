import type { MessageId } from "#mail/message.ts";
import type { MailStore } from "#store/mail-store.ts";
import { type Progress, progressOf } from "./event-state.ts";

/** Where the story of an army begins that has more mail than is told of its past. */
export interface LateBeginning {
  /** Messages up to this one are not told. */
  bound: MessageId;
  /** Those of them that are unread: what becomes of them is told. */
  open: Progress[];
}

/** Messages of its past that the first server of an army tells. */
const TOLD = 2000;

/** Undefined for an army whose whole past can be told. */
export async function beginLate(
  mail: Pick<MailStore, "scroll">,
  { told = TOLD } = {},
): Promise<LateBeginning | undefined> {
  const bound = await boundBefore(mail, told);
  if (bound === undefined) return undefined;
  const open: Progress[] = [];
  for await (const message of mail.scroll({ archived: false })) {
    if (message.id > bound) break;
    open.push(progressOf(message));
  }
  return { bound, open };
}

async function boundBefore(mail: Pick<MailStore, "scroll">, told: number): Promise<MessageId | undefined> {
  let left = told;
  for await (const { id } of mail.scroll({ order: "newest" })) if (left-- === 0) return id;
  return undefined;
}
