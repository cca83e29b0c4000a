import type { Message, RoleId } from "#mail/message.ts";
import { announced } from "#store/pending-mark.ts";
import type { PendingMarks } from "#store/relay-store.ts";
import { mailTo, requireRole, type StoreMemory } from "./store-memory.ts";

export function memoryPending(memory: StoreMemory): PendingMarks {
  return {
    async mark(role, by) {
      const stored = mailTo(memory, role).find(({ message }) => message.id === by.id);
      if (stored?.location === "archive") return;
      memory.marks.set(role, announced(memory.marks.get(role), by));
      if (by.priority === "urgent") memory.urgentMarks.set(role, announced(memory.urgentMarks.get(role), by));
    },
    async read(role) {
      requireRole(memory, role);
      const mark = memory.marks.get(role);
      const urgent = memory.urgentMarks.get(role);
      return structuredClone(mark && { ...mark, ...(urgent && { urgent }) });
    },
    async clear(role, upTo) {
      requireRole(memory, role);
      if (upTo !== undefined) return clearUpTo(memory, role, upTo);
      memory.marks.delete(role);
      memory.urgentMarks.delete(role);
    },
  };
}

/** Also called on acknowledgement, because a sender may set its mark after the reader took the mail. */
export function clearUpTo(memory: StoreMemory, role: RoleId, upTo: string): void {
  const unread = mailTo(memory, role).flatMap(({ location, message }) => (location === "inbox" ? [message] : []));
  const clear = (marks: StoreMemory["marks"], left: readonly Message[]): void => {
    const { newest = "" } = marks.get(role) ?? {};
    if (!marks.has(role) || left.some(({ id }) => id === newest || newest > upTo)) return;
    marks.delete(role);
    for (const message of left) marks.set(role, announced(marks.get(role), message));
  };
  clear(memory.marks, unread);
  clear(
    memory.urgentMarks,
    unread.filter(({ priority }) => priority === "urgent"),
  );
}
