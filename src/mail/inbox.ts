import type { Announced, RelayStore } from "#store/relay-store.ts";
import type { Message, RoleId } from "./message.ts";

/** One answer must not fill a conversation. A single message may be longer. */
export const MAX_READING_BYTES = 64 * 1024;

export interface Reading {
  messages: Message[];
  /** How many stay unread because the reading is full. */
  left: number;
  /** They are in the reader's conversation for certain. */
  acknowledge(): Promise<void>;
  /** The reader never got them. The next reading brings them again, marked. */
  release(): Promise<void>;
}

export interface Inbox {
  /** All unread mail, oldest first, or as much as fits one reading. */
  read(): Promise<Reading>;
}

export function inbox({ store, role }: { store: Pick<RelayStore, "mail" | "pending">; role: RoleId }): Inbox {
  /**
   * Removes the mark, then looks again: mail that was stored before the removal is found here, and later mail is marked
   * anew by its sender.
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

  const release = async (messages: readonly Message[]): Promise<void> => {
    await store.mail.release(
      role,
      messages.map(({ id }) => id),
    );
    await markAll();
  };

  return {
    async read() {
      const { messages, left, acknowledge } = await store.mail.take(role, { maxBytes: MAX_READING_BYTES });
      try {
        await unmark(messages.at(-1)?.id);
        return { messages, left, acknowledge: () => acknowledge(), release: () => release(messages) };
      } catch (error) {
        await release(messages);
        throw error;
      }
    },
  };
}
