import { describe, expect, test } from "vitest";
import { readIds, type StoreFixture, send } from "./store-fixture.contract.ts";

/** A watcher that misses a change would yield only at the next poll, after two seconds. */
const MISSED = 1900;

export function watchContract(makeFixture: () => Promise<StoreFixture>): void {
  describe("watch", () => {
    test("yields at the start and after every change, and ends on abort", async () => {
      await using fixture = await makeFixture();
      const end = new AbortController();
      const counts: number[] = [];
      const sends: Promise<unknown>[] = [];
      for await (const _ of fixture.store.mail.watch({ role: "inferno", signal: end.signal })) {
        const count = await fixture.store.mail.countUnread("inferno");
        if (count === counts.at(-1)) continue;
        counts.push(count);
        if (count === 2) end.abort();
        else sends.push(send(fixture.store));
      }
      await Promise.all(sends);
      expect(counts).toEqual([0, 1, 2]);
    });

    test("misses no change of many writers", async () => {
      await using fixture = await makeFixture();
      const total = 120;
      const end = new AbortController();
      const sentAt = new Map<string, number>();
      const slowest = { ms: 0 };
      const writers = [0, 1, 2, 3].map(async (n) => {
        const { store } = await fixture.open();
        for (let count = 0; count < total / 4; count++) {
          const { id } = await send(store, { from: `writer-${n}` });
          sentAt.set(id, performance.now());
        }
      });
      const read = new Set<string>();
      for await (const _ of fixture.store.mail.watch({ role: "inferno", signal: end.signal })) {
        for (const id of await readIds(fixture.store)) {
          read.add(id);
          slowest.ms = Math.max(slowest.ms, performance.now() - (sentAt.get(id) ?? performance.now()));
        }
        if (read.size === total) end.abort();
      }
      await Promise.all(writers);
      expect(read).toEqual(new Set(sentAt.keys()));
      expect(slowest.ms).toBeLessThan(MISSED);
    });

    test("does not miss a change between reading and waiting", async () => {
      await using fixture = await makeFixture();
      const end = new AbortController();
      const began = performance.now();
      let rounds = 0;
      for await (const _ of fixture.store.mail.watch({ role: "inferno", signal: end.signal })) {
        await readIds(fixture.store);
        if (++rounds === 20) end.abort();
        await send(fixture.store);
      }
      expect(performance.now() - began).toBeLessThan(MISSED);
    });

    test("without a role, watches every inbox", async () => {
      await using fixture = await makeFixture();
      const end = new AbortController();
      const seen = { storm: 0, shadow: 0 };
      for await (const _ of fixture.store.mail.watch({ signal: end.signal })) {
        seen.storm += (await readIds(fixture.store, "storm")).length;
        seen.shadow += (await readIds(fixture.store, "shadow")).length;
        if (seen.storm === 0) await send(fixture.store, { to: "storm" });
        else if (seen.shadow === 0) await send(fixture.store, { to: "shadow" });
        else end.abort();
      }
      expect(seen).toEqual({ storm: 1, shadow: 1 });
    });

    test("yields when a reader died and its mail is unread again", async () => {
      await using fixture = await makeFixture();
      const reader = await fixture.open();
      const { id } = await send(fixture.store);
      await reader.store.mail.take("inferno");
      const end = new AbortController();
      let died = false;
      for await (const _ of fixture.store.mail.watch({ role: "inferno", signal: end.signal })) {
        if ((await readIds(fixture.store)).includes(id)) end.abort();
        else if (!died) await reader.die();
        died = true;
      }
    });

    test("throws once the store is gone", async () => {
      await using fixture = await makeFixture();
      const watch = fixture.store.mail.watch({ role: "inferno", signal: AbortSignal.timeout(30_000) });
      const next = watch[Symbol.asyncIterator]();
      await next.next();
      await fixture.store.clean();
      await expect(next.next()).rejects.toMatchObject({ code: "store-missing" });
    });
  });
}
