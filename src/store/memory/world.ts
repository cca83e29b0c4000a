import type { Clock } from "#base/clock.ts";
import { OvldError } from "#base/errors.ts";
import { type DeliveryNote, type Message, type RoleId, USER } from "#store/mail-store.ts";
import type { OneMark } from "#store/pending-mark.ts";
import type { Roster } from "#store/relay-store.ts";
import type { RoleStatus } from "#store/status-board.ts";

/** What the processes of one session share. */
export interface World {
  clock: Clock;
  roster: Roster | undefined;
  letters: Map<RoleId, Letter[]>;
  statuses: Map<RoleId, RoleStatus>;
  marks: Map<RoleId, OneMark>;
  urgentMarks: Map<RoleId, OneMark>;
  bells: Set<() => void>;
  /** Of those who watch more than inboxes. */
  storeBells: Set<() => void>;
  newestTime: number;
}

export interface Letter {
  message: Message;
  place: "inbox" | "claimed" | "archive";
  again: boolean;
  reader?: symbol;
  note?: DeliveryNote;
}

export function emptyWorld(clock: Clock): World {
  return {
    clock,
    roster: undefined,
    letters: new Map(),
    statuses: new Map(),
    marks: new Map(),
    urgentMarks: new Map(),
    bells: new Set(),
    storeBells: new Set(),
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

/** Everybody who has an inbox. */
export function readersOf(world: World): RoleId[] {
  return [...requireRoster(world).roles.map(({ id }) => id), USER];
}

/** A reader had it and never told that it has it; what was noted before says nothing any more. */
export function comeBack(letter: Letter): void {
  letter.place = "inbox";
  letter.again = true;
  delete letter.note;
}

/** All letters to `role`, whatever became of them. */
export function lettersTo(world: World, role: RoleId): Letter[] {
  if (role === USER) requireRoster(world);
  else requireRole(world, role);
  return world.letters.get(role) ?? [];
}
