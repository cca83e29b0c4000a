import type { Message, RoleId } from "#mail/message.ts";
import { announced } from "#store/pending-mark.ts";
import type { PendingMarks } from "#store/relay-store.ts";
import { mailTo, requireRole, type World } from "./world.ts";

export function memoryPending(world: World): PendingMarks {
  return {
    async mark(role, by) {
      const stored = mailTo(world, role).find(({ message }) => message.id === by.id);
      if (stored?.place === "archive") return;
      world.marks.set(role, announced(world.marks.get(role), by));
      if (by.priority === "urgent") world.urgentMarks.set(role, announced(world.urgentMarks.get(role), by));
    },
    async read(role) {
      requireRole(world, role);
      const mark = world.marks.get(role);
      const urgent = world.urgentMarks.get(role);
      return structuredClone(mark && { ...mark, ...(urgent && { urgent }) });
    },
    async clear(role, upTo) {
      requireRole(world, role);
      if (upTo !== undefined) return clearUpTo(world, role, upTo);
      world.marks.delete(role);
      world.urgentMarks.delete(role);
    },
  };
}

/** Also called when mail is acknowledged: its sender may have marked it after the reader had looked. */
export function clearUpTo(world: World, role: RoleId, upTo: string): void {
  const unread = mailTo(world, role).flatMap(({ place, message }) => (place === "inbox" ? [message] : []));
  const clear = (marks: World["marks"], left: readonly Message[]): void => {
    const { newest = "" } = marks.get(role) ?? {};
    if (!marks.has(role) || left.some(({ id }) => id === newest || newest > upTo)) return;
    marks.delete(role);
    for (const message of left) marks.set(role, announced(marks.get(role), message));
  };
  clear(world.marks, unread);
  clear(
    world.urgentMarks,
    unread.filter(({ priority }) => priority === "urgent"),
  );
}
