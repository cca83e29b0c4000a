import type { Announced, RelayStore } from "#store/relay-store.ts";
import type { Message, RoleId } from "./message.ts";

/** Limits one answer to a part of a conversation. A single message may be longer. */
export const MAX_READING_BYTES = 64 * 1024;

export interface Reading {
  messages: Message[];
  /** Number of messages that stay unread because the reading is full. */
  left: number;
  /** Confirms that the messages are in the reader's conversation. */
  acknowledge(): Promise<void>;
  /** Makes the messages unread again, marked, because the reader never received them. */
  release(): Promise<void>;
}

export interface Inbox {
  /** Takes all unread mail, oldest first, or as much as fits one reading. */
  read(): Promise<Reading>;
}

export function inbox({ store, role }: { store: Pick<RelayStore, "mail" | "pending">; role: RoleId }): Inbox {
  /**
   * Removes the mark, then lists the inbox again: mail stored before the removal is marked here, and later mail is
   * marked by its sender.
   */
  const unmark = async (announced: string | undefined): Promise<void> => {
    await store.pending.clear(role, announced);
    if ((await store.mail.countUnread(role)) > 0 && !(await store.pending.read(role))) await markAll();
  };

  /** One mark for each sender, with its newest message, replaces one for each message. */
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
