import { OvldError } from "#errors/ovld-error.ts";
import { memoryRelayStore } from "#store/memory/relay-store.ts";
import type { RelayStore } from "#store/relay-store.ts";
import { newMessage, testRoster } from "#store/store-world.contract.ts";
import type { WatchedArmy } from "#tui/watched-army.ts";

export interface ScriptedArmy extends WatchedArmy {
  store: RelayStore;
  /** What its keys were asked to do, in turn. */
  done: string[];
}

/** An army with real mail and actions that only note what they were asked for. */
export async function anArmy(given: Partial<WatchedArmy> = {}): Promise<ScriptedArmy> {
  const store = memoryRelayStore();
  await store.initialise(testRoster);
  const done: string[] = [];
  return {
    ...{ name: "ovld-test", directory: "/castle", roster: testRoster, done },
    state: async () => "running",
    rituals: async () => [],
    async focus(role) {
      done.push(`focus ${role}`);
      return true;
    },
    async send(role, text) {
      if (text === "refused") throw new OvldError("role-unknown", { role, known: [] });
      done.push(`send ${role}: ${text}`);
      const message = await newMessage(store, { to: role, subject: text, body: text });
      await store.mail.put(message);
      return { message, delivery: { state: "queued", why: "busy", notified: true } };
    },
    ...given,
    store,
  };
}
