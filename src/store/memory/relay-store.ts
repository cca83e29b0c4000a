import { systemClock } from "#base/clock.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { RoleId } from "#mail/message.ts";
import type { RelayStore } from "#store/relay-store.ts";
import type { RoleStatus, StatusBoard } from "#store/status-board.ts";
import { memoryMail } from "./mail.ts";
import { giveNotice, giveStoreNotice, watch } from "./notices.ts";
import { memoryPending } from "./pending.ts";
import { emptyWorld, readersOf, requireRole, requireRoster, returnToInbox, type World } from "./world.ts";

export interface MemoryRelayStore extends RelayStore {
  /** The same store, as another process opens it. */
  open(): MemoryRelayStore;
  /** Acts as the death of this process: mail that it took and did not acknowledge is unread again, marked. */
  die(): void;
}

/** For tests. */
export function memoryRelayStore({ clock = systemClock } = {}): MemoryRelayStore {
  return openWorld(emptyWorld(clock));
}

function openWorld(world: World): MemoryRelayStore {
  const reader = Symbol("reader");
  return {
    mail: memoryMail(world, reader),
    status: memoryStatus(world),
    pending: memoryPending(world),

    async initialise(roster) {
      world.roster = structuredClone(roster);
      const updated = new Date(world.clock.now()).toISOString();
      for (const reader of readersOf(world)) if (!world.mail.has(reader)) world.mail.set(reader, []);
      for (const { id } of roster.roles) world.statuses.set(id, { role: id, status: "idle", task: "", updated });
    },
    async roster() {
      return structuredClone(requireRoster(world));
    },
    watch: ({ signal }) => watch(world, world.storeNotices, { signal }),
    async clean() {
      const { notices, storeNotices } = world;
      Object.assign(world, emptyWorld(world.clock), { notices, storeNotices });
      giveNotice(world);
    },

    open: () => openWorld(world),
    die() {
      for (const stored of [...world.mail.values()].flat())
        if (stored.place === "claimed" && stored.reader === reader) returnToInbox(stored);
      giveNotice(world);
    },
  };
}

function memoryStatus(world: World): StatusBoard {
  const get = (role: RoleId): RoleStatus => {
    requireRole(world, role);
    const status = world.statuses.get(role);
    if (!status) throw new OvldError("bug", { reason: `role ${role} has no status` });
    return { ...status };
  };
  return {
    get: async (role) => get(role),
    all: async () => requireRoster(world).roles.map(({ id }) => get(id)),
    async set(status) {
      requireRole(world, status.role);
      world.statuses.set(status.role, { ...status });
      giveStoreNotice(world);
    },
  };
}
