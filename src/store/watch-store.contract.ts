import { describe, expect, test } from "vitest";
import type { RelayStore } from "./relay-store.ts";
import { type StoreFixture, send } from "./store-fixture.contract.ts";

/** A change in two parts: the preparation before the watch starts, and the change itself. */
type Change = (store: RelayStore) => Promise<() => Promise<unknown>>;

const at = "2025-01-02T03:04:05.678Z";
const changes: Record<string, Change> = {
  "mail arrives": async (store) => () => send(store),
  "the reader is woken": async (store) => {
    const { id } = await send(store);
    return () => store.mail.note("inferno", id, { state: "woken", at });
  },
  "mail is taken": async (store) => {
    await send(store);
    return () => store.mail.take("inferno");
  },
  "mail is acknowledged": async (store) => {
    await send(store);
    return (await store.mail.take("inferno")).acknowledge;
  },
  "a role changes its status": async (store) => () =>
    store.status.set({ role: "storm", status: "working", task: "wind", updated: at }),
};

export function watchStoreContract(makeFixture: () => Promise<StoreFixture>): void {
  describe("watch of the whole store", () => {
    test.each(Object.keys(changes))("yields at the start and when %s", async (name) => {
      await using fixture = await makeFixture();
      const change = await changes[name]?.(fixture.store);
      const end = new AbortController();
      let times = 0;
      for await (const _ of fixture.store.watch({ signal: end.signal }))
        if (++times === 1) await change?.();
        else end.abort();
      expect(times).toBe(2);
    });

    test("throws once the store is gone", async () => {
      await using fixture = await makeFixture();
      const watching = async () => {
        for await (const _ of fixture.store.watch({ signal: new AbortController().signal }))
          await fixture.store.clean();
      };
      await expect(watching()).rejects.toMatchObject({ code: "store-missing" });
    });
  });
}
