import type { RoleId } from "#store/mail-store.ts";
import { announced } from "#store/pending-mark.ts";
import type { PendingMarks } from "#store/relay-store.ts";
import { lettersTo, requireRole, type World } from "./world.ts";

export function memoryPending(world: World): PendingMarks {
  return {
    async mark(role, { from, id }) {
      const letter = lettersTo(world, role).find(({ message }) => message.id === id);
      if (letter?.place === "archive") return;
      world.marks.set(role, announced(world.marks.get(role), { from, id }));
    },
    async read(role) {
      requireRole(world, role);
      return structuredClone(world.marks.get(role));
    },
    async clear(role, upTo) {
      requireRole(world, role);
      if (upTo === undefined) world.marks.delete(role);
      else clearUpTo(world, role, upTo);
    },
  };
}

/** Also called when mail is confirmed: its sender may have announced it after its reader had looked. */
export function clearUpTo(world: World, role: RoleId, upTo: string): void {
  const newer = lettersTo(world, role).some(({ place, message }) => place === "inbox" && message.id > upTo);
  if (!newer) world.marks.delete(role);
}
