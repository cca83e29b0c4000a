import { systemClock } from "#base/clock.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { RoleId } from "#mail/message.ts";
import type { Counted, RelayCounts } from "#store/relay-counts.ts";
import type { RelayStore } from "#store/relay-store.ts";
import type { RoleStatus, StatusBoard } from "#store/status-board.ts";
import { memoryMail } from "./mail.ts";
import { giveNotice, giveStoreNotice, watch } from "./notices.ts";
import { memoryPending } from "./pending.ts";
import { emptyMemory, readersOf, requireRole, requireRoster, returnToInbox, type StoreMemory } from "./store-memory.ts";

export interface MemoryRelayStore extends RelayStore {
  /** Opens the same store as another process. */
  open(): MemoryRelayStore;
  /** Simulates the death of this process: unacknowledged mail becomes unread again, marked. */
  die(): void;
}

/** For tests. */
export function memoryRelayStore({ clock = systemClock } = {}): MemoryRelayStore {
  return openMemory(emptyMemory(clock));
}

function openMemory(memory: StoreMemory): MemoryRelayStore {
  const reader = Symbol("reader");
  return {
    mail: memoryMail(memory, reader),
    status: memoryStatus(memory),
    pending: memoryPending(memory),
    counts: memoryCounts(memory),

    async initialise(roster) {
      memory.roster = structuredClone(roster);
      const updated = new Date(memory.clock.now()).toISOString();
      for (const reader of readersOf(memory)) if (!memory.mail.has(reader)) memory.mail.set(reader, []);
      for (const { id } of roster.roles) memory.statuses.set(id, { role: id, status: "idle", task: "", updated });
    },
    async roster() {
      return structuredClone(requireRoster(memory));
    },
    watch: ({ signal }) => watch(memory, memory.storeNotices, { signal }),
    async clean() {
      const { notices, storeNotices } = memory;
      Object.assign(memory, emptyMemory(memory.clock), { notices, storeNotices });
      giveNotice(memory);
    },

    open: () => openMemory(memory),
    die() {
      for (const stored of [...memory.mail.values()].flat())
        if (stored.location === "claimed" && stored.reader === reader) returnToInbox(stored);
      giveNotice(memory);
    },
  };
}

function memoryStatus(memory: StoreMemory): StatusBoard {
  const get = (role: RoleId): RoleStatus => {
    requireRole(memory, role);
    const status = memory.statuses.get(role);
    if (!status) throw new OvldError("bug", { reason: `role ${role} has no status` });
    return { ...status };
  };
  return {
    get: async (role) => get(role),
    all: async () => requireRoster(memory).roles.map(({ id }) => get(id)),
    async set(status) {
      requireRole(memory, status.role);
      memory.statuses.set(status.role, { ...status });
      giveStoreNotice(memory);
    },
  };
}

function memoryCounts(memory: StoreMemory): RelayCounts {
  const countOf = (role: RoleId, what: Counted) => memory.counts[what].get(role) ?? 0;
  return {
    async add(role, what) {
      requireRole(memory, role);
      memory.counts[what].set(role, countOf(role, what) + 1);
    },
    all: async (what) => Object.fromEntries(requireRoster(memory).roles.map(({ id }) => [id, countOf(id, what)])),
  };
}
