import { describe, expect, test } from "vitest";
import { USER } from "#mail/message.ts";
import { readIds, type StoreFixture, send } from "./store-fixture.contract.ts";

/** Contract of the digest, for callers that poll all mail of a session. */
export function digestContract(makeFixture: () => Promise<StoreFixture>): void {
  describe("digest", () => {
    test("is empty without mail", async () => {
      await using fixture = await makeFixture();
      expect(await fixture.store.mail.digest({ newest: 10 })).toEqual({ newest: [], unread: [] });
    });

    test("contains the newest messages of all readers, oldest first, without their texts", async () => {
      await using fixture = await makeFixture();
      const sent = [];
      for (const to of ["storm", "glacier", "storm", USER]) sent.push(await send(fixture.store, { to }));
      const { newest } = await fixture.store.mail.digest({ newest: 3 });
      expect(newest).toEqual(sent.slice(1).map(({ body: _, ...head }) => head));
    });

    test("follows a message from the inbox to the archive", async () => {
      await using fixture = await makeFixture();
      const { mail } = fixture.store;
      const { id } = await send(fixture.store);
      const state = async () => (await mail.digest({ newest: 5 })).newest.map((head) => [head.id, head.state]);
      expect(await state()).toEqual([[id, "queued"]]);
      await mail.note("inferno", id, { state: "woken", at: new Date().toISOString(), by: "hook" });
      expect(await state()).toEqual([[id, "woken"]]);
      const taken = await mail.take("inferno");
      expect(await state()).toEqual([[id, "read"]]);
      await taken.acknowledge();
      expect(await state()).toEqual([[id, "acked"]]);
    });

    test("counts unread mail and contains the oldest message and why it waits", async () => {
      await using fixture = await makeFixture();
      const { mail } = fixture.store;
      const { body: _, ...oldest } = await send(fixture.store);
      await send(fixture.store);
      const note = { state: "queued", at: new Date().toISOString(), why: "dialog" } as const;
      await mail.note("inferno", oldest.id, note);
      expect((await mail.digest({ newest: 0 })).unread).toEqual([
        { role: "inferno", count: 2, oldest: { ...oldest, delivery: note } },
      ]);
      await readIds(fixture.store);
      expect((await mail.digest({ newest: 0 })).unread).toEqual([]);
    });

    test("shows mail of a dead reader as unread again", async () => {
      await using fixture = await makeFixture();
      const { id } = await send(fixture.store);
      const reader = await fixture.open();
      await reader.store.mail.take("inferno");
      await fixture.store.mail.digest({ newest: 5 });
      await reader.die();
      const { newest, unread } = await fixture.store.mail.digest({ newest: 5 });
      expect(newest).toMatchObject([{ id, state: "queued", redelivered: true }]);
      expect(unread).toMatchObject([{ role: "inferno", count: 1, oldest: { id } }]);
    });

    test("shows mail that was stored and read between two calls", async () => {
      await using fixture = await makeFixture();
      for (let round = 0; round < 5; round++) {
        const { id } = await send(fixture.store);
        await readIds(fixture.store);
        expect((await fixture.store.mail.digest({ newest: 1 })).newest).toMatchObject([{ id, state: "acked" }]);
      }
    });
  });
}
