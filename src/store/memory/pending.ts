import type { RoleId } from "#store/mail-store.ts";
import { announced } from "#store/pending-mark.ts";
import type { PendingMarks } from "#store/relay-store.ts";
import { lettersTo, requireRole, type World } from "./world.ts";

export function memoryPending(world: World): PendingMarks {
  return {
    async mark(role, by) {
      const letter = lettersTo(world, role).find(({ message }) => message.id === by.id);
      if (letter?.place === "archive") return;
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

/** Also called when mail is confirmed: its sender may have announced it after its reader had looked. */
export function clearUpTo(world: World, role: RoleId, upTo: string): void {
  const newer = lettersTo(world, role).filter(({ place, message }) => place === "inbox" && message.id > upTo);
  if (newer.length === 0) world.marks.delete(role);
  if (!newer.some(({ message }) => message.priority === "urgent")) world.urgentMarks.delete(role);
}
