import { systemClock } from "#base/clock.ts";
import { governedCourier, governedInbox } from "#mail/guarded-mailer.ts";
import { inbox } from "#mail/inbox.ts";
import { governor } from "#mail/loop-guard.ts";
import { courier, markPending, type Ring } from "#mail/mailer.ts";
import type { ToolContext } from "#relay/tool.ts";
import { memoryInsightShelf } from "#store/memory/insight-shelf.ts";
import { memoryRelayStore } from "#store/memory/relay-store.ts";
import type { RelaySettings } from "#store/relay-store.ts";
import { sixRoles } from "#test/support/six-roles.ts";

/** Six roles on a store in memory, and for each the context that its relay gives to the tools. */
export async function sixContexts({ ring, ...settings }: Partial<RelaySettings> & { ring?: Ring } = {}) {
  const store = memoryRelayStore();
  const roster = sixRoles({ knowledge: true, ...settings });
  const clock = systemClock;
  await store.initialise(roster);
  const shelf = memoryInsightShelf();
  const as = (role: string): ToolContext => {
    const rules = governor({ clock, limits: settings.storms });
    const plain = courier({ store, roster, clock, ring: ring ?? markPending(store.pending) });
    return {
      ...{ role, roster, clock, shelf, status: store.status },
      courier: governedCourier({ courier: plain, governor: rules, roster, onCut: () => {} }),
      inbox: governedInbox(inbox({ store, role }), rules),
    };
  };
  return { store, roster, as };
}
