import type { Clock } from "#base/clock.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { type DeliveryNote, type Message, type MessageId, type RoleId, USER } from "#mail/message.ts";
import type { Roster } from "#mail/roster.ts";
import type { OneMark } from "#store/pending-mark.ts";
import type { Counted } from "#store/relay-counts.ts";
import type { RoleStatus } from "#store/status-board.ts";

/** State shared by the processes of one session. */
export interface StoreMemory {
  clock: Clock;
  roster: Roster | undefined;
  mail: Map<RoleId, Stored[]>;
  statuses: Map<RoleId, RoleStatus>;
  marks: Map<RoleId, OneMark>;
  urgentMarks: Map<RoleId, OneMark>;
  counts: Record<Counted, Map<RoleId, number>>;
  /** Called when an inbox changes. */
  notices: Set<() => void>;
  /** Called on any change of the store. */
  storeNotices: Set<() => void>;
  newestTime: number;
  /** The last exclusive work on a role's mail. */
  exclusive: Map<RoleId, Promise<unknown>>;
}

/** A message and its location. */
export interface Stored {
  message: Message;
  location: "inbox" | "claimed" | "archive";
  again: boolean;
  reader?: symbol;
  note?: DeliveryNote;
  /** Reserved id of the bounce. */
  bounce?: MessageId;
}

export function emptyMemory(clock: Clock): StoreMemory {
  return {
    clock,
    roster: undefined,
    mail: new Map(),
    statuses: new Map(),
    marks: new Map(),
    urgentMarks: new Map(),
    counts: { starts: new Map(), cuts: new Map() },
    notices: new Set(),
    storeNotices: new Set(),
    newestTime: 0,
    exclusive: new Map(),
  };
}

export function requireRoster(memory: StoreMemory): Roster {
  if (!memory.roster) throw new OvldError("store-missing", { folder: "memory" });
  return memory.roster;
}

export function requireRole(memory: StoreMemory, role: RoleId): void {
  const known = requireRoster(memory).roles.map(({ id }) => id);
  if (!known.includes(role)) throw new OvldError("role-unknown", { role, known });
}

/** All roles and the human. */
export function readersOf(memory: StoreMemory): RoleId[] {
  return [...requireRoster(memory).roles.map(({ id }) => id), USER];
}

/** A reader took the message and did not acknowledge it. Earlier notes are invalid. */
export function returnToInbox(stored: Stored): void {
  stored.location = "inbox";
  stored.again = true;
  delete stored.note;
}

/** All mail to `role`, in any state. */
export function mailTo(memory: StoreMemory, role: RoleId): Stored[] {
  if (role === USER) requireRoster(memory);
  else requireRole(memory, role);
  return memory.mail.get(role) ?? [];
}
