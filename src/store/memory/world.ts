import type { Clock } from "#base/clock.ts";
import { OvldError } from "#base/errors.ts";
import type { Message, RoleId } from "#store/mail-store.ts";
import type { PendingMark, Roster } from "#store/relay-store.ts";
import type { RoleStatus } from "#store/status-board.ts";

/** What the processes of one session share. */
export interface World {
  clock: Clock;
  roster: Roster | undefined;
  letters: Map<RoleId, Letter[]>;
  statuses: Map<RoleId, RoleStatus>;
  marks: Map<RoleId, PendingMark>;
  bells: Set<() => void>;
  newestTime: number;
}

export interface Letter {
  message: Message;
  place: "inbox" | "claimed" | "archive";
  again: boolean;
  reader?: symbol;
}

export function emptyWorld(clock: Clock): World {
  return {
    clock,
    roster: undefined,
    letters: new Map(),
    statuses: new Map(),
    marks: new Map(),
    bells: new Set(),
    newestTime: 0,
  };
}

export function requireRoster(world: World): Roster {
  if (!world.roster) throw new OvldError("store-missing", { folder: "memory" });
  return world.roster;
}

export function requireRole(world: World, role: RoleId): void {
  const known = requireRoster(world).roles.map(({ id }) => id);
  if (!known.includes(role)) throw new OvldError("role-unknown", { role, known });
}

/** All letters to `role`, whatever became of them. */
export function lettersTo(world: World, role: RoleId): Letter[] {
  requireRole(world, role);
  return world.letters.get(role) ?? [];
}
