import { insightStoreContract } from "#store/insight-store.contract.ts";
import { relayStoreContract } from "#store/relay-store.contract.ts";
import { movableClock, type StoreFixture, testRoster } from "#store/store-fixture.contract.ts";
import { memoryInsightStore } from "./insight-store.ts";
import { memoryRelayStore } from "./relay-store.ts";

async function memoryFixture(): Promise<StoreFixture> {
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

relayStoreContract(memoryFixture);
insightStoreContract(async () => ({ insights: memoryInsightStore(), async [Symbol.asyncDispose]() {} }));
