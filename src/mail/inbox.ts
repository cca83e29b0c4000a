import type { Message, RoleId } from "#store/mail-store.ts";
import type { Announced, RelayStore } from "#store/relay-store.ts";

/** One answer shall not fill a conversation; a single message may be longer. */
export const MAX_READING_BYTES = 64 * 1024;

export interface Reading {
  messages: Message[];
  /** How many stay unread because the reading is full. */
  left: number;
  /** The reader has them. */
  confirm(): Promise<void>;
  /** The reader never got them: the next reading brings them again, marked. */
  giveBack(): Promise<void>;
}

export interface Inbox {
  /** All unread mail, oldest first, or as much as fits one reading. */
  read(): Promise<Reading>;
}

export function inbox({ store, role }: { store: Pick<RelayStore, "mail" | "pending">; role: RoleId }): Inbox {
  /**
   * Removes the mark, then looks again: a sender that stored before the removal is seen here, a later one marks anew.
   */
  const unmark = async (announced: string | undefined): Promise<void> => {
    await store.pending.clear(role, announced);
    if ((await store.mail.countUnread(role)) > 0 && !(await store.pending.read(role))) await markAll();
  };

  /** One mark for each sender, with the newest of its mail, says as much as one for each message. */
  const markAll = async (): Promise<void> => {
    const newest = new Map<string, Announced>();
    for (const { from, id, priority } of await store.mail.unread(role, { maxText: 0 }))
      newest.set(`${priority} ${from}`, { from, id, priority });
    for (const announced of newest.values()) await store.pending.mark(role, announced);
  };

  const giveBack = async (messages: readonly Message[]): Promise<void> => {
    await store.mail.giveBack(
      role,
      messages.map(({ id }) => id),
    );
    await markAll();
  };

  return {
    async read() {
      const { messages, left, confirm } = await store.mail.take(role, { maxBytes: MAX_READING_BYTES });
      try {
        await unmark(messages.at(-1)?.id);
        return { messages, left, confirm: () => confirm(), giveBack: () => giveBack(messages) };
      } catch (error) {
        await giveBack(messages);
        throw error;
      }
    },
  };
}
