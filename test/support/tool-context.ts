import { systemClock } from "#base/clock.ts";
import { guardedInbox } from "#mail/guarded-inbox.ts";
import { guardedMailer } from "#mail/guarded-mailer.ts";
import { inbox } from "#mail/inbox.ts";
import { loopGuard } from "#mail/loop-guard.ts";
import { mailer } from "#mail/mailer.ts";
import { markPending } from "#mail/notifier.ts";
import type { Notifier } from "#mail/notify.ts";
import type { RelaySettings } from "#mail/roster.ts";
import type { ToolContext } from "#relay/tool.ts";
import { memoryInsightStore } from "#store/memory/insight-store.ts";
import { memoryRelayStore } from "#store/memory/relay-store.ts";
import { sixRoles } from "./six-roles.ts";

/** Six roles on a store in memory, each with the context that its relay gives to the tools. */
export async function sixContexts({ notifier, ...settings }: Partial<RelaySettings> & { notifier?: Notifier } = {}) {
  const store = memoryRelayStore();
  const roster = sixRoles({ knowledge: true, ...settings });
  const clock = systemClock;
  await store.initialise(roster);
  const insights = memoryInsightStore();
  const as = (role: string): ToolContext => {
    const guard = loopGuard({ clock, limits: settings.storms });
    const plain = mailer({ store, roster, clock, notifier: notifier ?? markPending(store.pending) });
    return {
      ...{ role, roster, clock, insights, status: store.status },
      mailer: guardedMailer({ mailer: plain, guard, roster, onCut: () => {} }),
      inbox: guardedInbox(inbox({ store, role }), guard),
    };
  };
  return { store, roster, as };
}
