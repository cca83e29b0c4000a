import type { Clock } from "#base/clock.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { type DeliveryNote, type Message, type MessageId, type RoleId, USER } from "#store/mail-store.ts";
import type { OneMark } from "#store/pending-mark.ts";
import type { Roster } from "#store/relay-store.ts";
import type { RoleStatus } from "#store/status-board.ts";

/** What the processes of one session share. */
export interface World {
  clock: Clock;
  roster: Roster | undefined;
  mail: Map<RoleId, Stored[]>;
  statuses: Map<RoleId, RoleStatus>;
  marks: Map<RoleId, OneMark>;
  urgentMarks: Map<RoleId, OneMark>;
  /** Called when an inbox changes. */
  notices: Set<() => void>;
  /** The same for those who watch more than inboxes. */
  storeNotices: Set<() => void>;
  newestTime: number;
  /** The last exclusive work on a role's mail. */
  exclusive: Map<RoleId, Promise<unknown>>;
}

/** A message and what became of it. */
export interface Stored {
  message: Message;
  place: "inbox" | "claimed" | "archive";
  again: boolean;
  reader?: symbol;
  note?: DeliveryNote;
  /** Reserved for the message that tells its sender. */
  bounce?: MessageId;
}

export function emptyWorld(clock: Clock): World {
  return {
    clock,
    roster: undefined,
    mail: new Map(),
    statuses: new Map(),
    marks: new Map(),
    urgentMarks: new Map(),
    notices: new Set(),
    storeNotices: new Set(),
    newestTime: 0,
    exclusive: new Map(),
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
export function comeBack(stored: Stored): void {
  stored.place = "inbox";
  stored.again = true;
  delete stored.note;
}

/** All mail to `role`, whatever became of it. */
export function mailTo(world: World, role: RoleId): Stored[] {
  if (role === USER) requireRoster(world);
  else requireRole(world, role);
  return world.mail.get(role) ?? [];
}
