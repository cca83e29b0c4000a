import type { RoleId } from "#mail/message.ts";
import type { PendingMark } from "./relay-store.ts";

/** A mark of all mail, or of the urgent alone. */
export type OneMark = Omit<PendingMark, "urgent">;

/** The mark after one more notification. */
export function announced(mark: OneMark | undefined, by: { from: RoleId; id: string }): OneMark {
  if (!mark) return { newest: by.id, senders: [by.from] };
  const isNewest = by.id > mark.newest;
  return {
    newest: isNewest ? by.id : mark.newest,
    senders: mark.senders.includes(by.from) ? mark.senders : [...mark.senders, by.from],
  };
}
