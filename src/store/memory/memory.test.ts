import { insightShelfContract } from "#store/insight-shelf.contract.ts";
import { relayStoreContract } from "#store/relay-store.contract.ts";
import { movableClock, type StoreWorld, testRoster } from "#store/store-world.contract.ts";
import { memoryInsightShelf } from "./insight-shelf.ts";
import { memoryRelayStore } from "./relay-store.ts";

async function memoryWorld(): Promise<StoreWorld> {
  const clock = movableClock();
  const store = memoryRelayStore({ clock });
  await store.initialise(testRoster);
  return {
    ...{ store, clock },
    async open() {
      const other = store.open();
      return { store: other, die: async () => other.die() };
    },
    async [Symbol.asyncDispose]() {},
  };
}

relayStoreContract(memoryWorld);
insightShelfContract(async () => ({ shelf: memoryInsightShelf(), async [Symbol.asyncDispose]() {} }));
