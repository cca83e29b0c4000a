import type { Message, RoleId, Taken } from "#store/mail-store.ts";
import type { RelayStore } from "#store/relay-store.ts";

/** More than this in one answer and an agent CLI cuts it: what was cut would be lost to the model. */
export const MAX_READING_BYTES = 64 * 1024;

export interface Reading {
  messages: Message[];
  /** How many stay unread because the reading is full. */
  left: number;
  /** The reader has them. */
  confirm(): Promise<void>;
  /** The reader never got them: the next reading brings them again. */
  giveBack(): void;
}

export interface Inbox {
  /** All unread mail, oldest first, or as much as fits one reading. */
  read(): Promise<Reading>;
}

export function inbox({ store, role }: { store: Pick<RelayStore, "mail" | "pending">; role: RoleId }): Inbox {
  // A claim comes back from the store only when its reader died; one that this process could not hand over waits here.
  const waiting: Taken[] = [];

  const putBack = (taken: Taken): void => {
    const messages = taken.messages.map((message) => ({ ...message, redelivered: true }));
    if (messages.length > 0) waiting.push({ ...taken, messages });
  };

  const countUnread = async (): Promise<number> =>
    waiting.reduce((sum, { messages }) => sum + messages.length, await store.mail.countUnread(role));

  /** Removes the mark, then looks again: a sender that stored before the removal is seen here, a later one marks anew. */
  const unmark = async (announced: string | undefined): Promise<void> => {
    await store.pending.clear(role, announced);
    if ((await store.mail.countUnread(role)) === 0 || (await store.pending.read(role))) return;
    for (const { from, id } of await store.mail.unread(role)) await store.pending.mark(role, { from, id });
  };

  return {
    async read() {
      const again = waiting.shift();
      const taken = again ?? (await store.mail.take(role, { maxBytes: MAX_READING_BYTES }));
      try {
        await unmark(taken.messages.at(-1)?.id);
        return {
          messages: taken.messages,
          left: again ? await countUnread() : taken.left,
          confirm: () => taken.confirm(),
          giveBack: () => putBack(taken),
        };
      } catch (error) {
        putBack(taken);
        throw error;
      }
    },
  };
}
