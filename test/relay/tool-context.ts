import { courier, markPending, type Ring } from "#army/deliver.ts";
import { inbox } from "#army/inbox.ts";
import { systemClock } from "#base/clock.ts";
import type { ToolContext } from "#relay/tool.ts";
import { memoryInsightShelf } from "#store/memory/insight-shelf.ts";
import { memoryRelayStore } from "#store/memory/relay-store.ts";
import { sixRoles } from "./six-roles.ts";

/** Six roles on a store in memory, and for each the context that its relay gives to the tools. */
export async function sixContexts({ ring, knowledge = true }: { ring?: Ring; knowledge?: boolean } = {}) {
  const store = memoryRelayStore();
  const roster = sixRoles({ knowledge });
  await store.initialise(roster);
  const shelf = memoryInsightShelf();
  const as = (role: string): ToolContext => ({
    role,
    roster,
    clock: systemClock,
    courier: courier({ store, roster, clock: systemClock, ring: ring ?? markPending(store.pending) }),
    inbox: inbox({ store, role }),
    status: store.status,
    shelf,
  });
  return { store, roster, as };
}
