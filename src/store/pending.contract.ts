import { describe, expect, test } from "vitest";
import { derivedId } from "#mail/message-id.ts";
import { type StoreFixture, send } from "./store-fixture.contract.ts";

export function pendingContract(makeFixture: () => Promise<StoreFixture>): void {
  describe("pending", () => {
    test("contains the newest announced message and all senders", async () => {
      await using fixture = await makeFixture();
      const { store } = fixture;
      expect(await store.pending.read("inferno")).toBeUndefined();
      const first = await send(store, { from: "storm" });
      const second = await send(store, { from: "overlord" });
      const third = await send(store, { from: "storm" });
      for (const message of [second, first, third]) await store.pending.mark("inferno", message);
      const { store: other } = await fixture.open();
      const mark = await other.pending.read("inferno");
      expect(mark?.newest).toBe(third.id);
      expect(mark?.senders.toSorted()).toEqual(["overlord", "storm"]);
      expect(await store.pending.read("storm")).toBeUndefined();
    });

    test("is cleared up to the read message, and stays for newer mail", async () => {
      await using fixture = await makeFixture();
      const { store } = fixture;
      const read = await send(store, { from: "storm" });
      await store.pending.mark("inferno", read);
      const taken = await store.mail.take("inferno");
      const newer = await send(store, { from: "shadow" });
      await store.pending.mark("inferno", newer);
      await store.pending.clear("inferno", read.id);
      await taken.acknowledge();
      expect(await store.pending.read("inferno")).toMatchObject({ newest: newer.id });
      await store.mail.take("inferno");
      await store.pending.clear("inferno", newer.id);
      expect(await store.pending.read("inferno")).toBeUndefined();
    });

    test("stays for unread mail with an older id than the read message", async () => {
      await using fixture = await makeFixture();
      const { store } = fixture;
      for (const priority of ["normal", "urgent"] as const) {
        const read = await send(store, { from: "storm", priority, id: derivedId(Date.now() + 3_600_000, priority) });
        await store.pending.mark("inferno", read);
        const taken = await store.mail.take("inferno");
        const late = await send(store, { from: "shadow", priority });
        await store.pending.mark("inferno", late);
        await taken.acknowledge();
        const mark = { newest: late.id, senders: ["shadow"] };
        expect(await store.pending.read("inferno")).toEqual({
          ...mark,
          ...(priority === "urgent" && { urgent: mark }),
        });
        await (await store.mail.take("inferno")).acknowledge();
        expect(await store.pending.read("inferno")).toBeUndefined();
      }
    });

    test("has a separate mark for urgent mail until that was read", async () => {
      await using fixture = await makeFixture();
      const { store } = fixture;
      const [calm, first, second] = [
        await send(store, { from: "storm" }),
        await send(store, { from: "storm", priority: "urgent" }),
        await send(store, { from: "shadow", priority: "urgent" }),
      ];
      await store.pending.mark("inferno", calm);
      expect((await store.pending.read("inferno"))?.urgent).toBeUndefined();
      for (const message of [second, first]) await store.pending.mark("inferno", message);
      const { urgent } = (await store.pending.read("inferno")) ?? {};
      expect({ ...urgent, senders: urgent?.senders.toSorted() }).toEqual({
        newest: second.id,
        senders: ["shadow", "storm"],
      });
      const taken = await store.mail.take("inferno");
      const later = await send(store, { from: "storm" });
      await store.pending.mark("inferno", later);
      await store.pending.clear("inferno", second.id);
      await taken.acknowledge();
      expect(await store.pending.read("inferno")).toMatchObject({ newest: later.id });
      expect((await store.pending.read("inferno"))?.urgent).toBeUndefined();
    });

    test("is cleared completely without an id", async () => {
      await using fixture = await makeFixture();
      const message = await send(fixture.store);
      await fixture.store.pending.mark("inferno", message);
      await fixture.store.pending.clear("inferno");
      expect(await fixture.store.pending.read("inferno")).toBeUndefined();
    });

    test("is cleared if the mark is set after the reading", async () => {
      await using fixture = await makeFixture();
      const { store } = fixture;
      const message = await send(store);
      const taken = await store.mail.take("inferno");
      await store.pending.clear("inferno", message.id);
      await store.pending.mark("inferno", message);
      await taken.acknowledge();
      expect(await store.pending.read("inferno")).toBeUndefined();
      await store.pending.mark("inferno", message);
      expect(await store.pending.read("inferno")).toBeUndefined();
    });

    test("exists exactly while announced mail is unread, with concurrent senders and readers", async () => {
      await using fixture = await makeFixture();
      const sending = [0, 1, 2].map(async (n) => {
        const { store } = await fixture.open();
        for (let count = 0; count < 40; count++) {
          const priority = count % 3 === 0 ? "urgent" : "normal";
          await store.pending.mark("inferno", await send(store, { from: `sender-${n}`, priority }));
        }
      });
      const { store } = fixture;
      let read = 0;
      while (read < 120) {
        const { messages, acknowledge } = await store.mail.take("inferno");
        const newest = messages.at(-1)?.id;
        if (newest !== undefined) await store.pending.clear("inferno", newest);
        await acknowledge();
        read += messages.length;
      }
      await Promise.all(sending);
      expect(await store.pending.read("inferno")).toBeUndefined();
      await store.pending.mark("inferno", await send(store, { priority: "urgent" }));
      expect((await store.pending.read("inferno"))?.urgent).toBeDefined();
    });
  });
}
