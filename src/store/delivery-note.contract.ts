import { describe, expect, test } from "vitest";
import type { DeliveryNote } from "#mail/message.ts";
import { readIds, type StoreFixture, send } from "./store-fixture.contract.ts";

export function deliveryNoteContract(makeFixture: () => Promise<StoreFixture>): void {
  describe("delivery notes", () => {
    const noteAt = ({ clock }: StoreFixture, note: Omit<DeliveryNote, "at">): DeliveryNote => ({
      ...note,
      at: new Date(clock.now()).toISOString(),
    });

    test("the last note is returned with unread mail to every process", async () => {
      await using fixture = await makeFixture();
      const [noted, other] = [await send(fixture.store), await send(fixture.store)];
      const { store } = await fixture.open();
      await store.mail.note("inferno", noted.id, noteAt(fixture, { state: "queued", why: "user-typing" }));
      expect(await fixture.store.mail.unread("inferno")).toMatchObject([
        { id: noted.id, state: "queued", delivery: { why: "user-typing" } },
        { id: other.id, state: "queued" },
      ]);
      const woken = noteAt(fixture, { state: "woken", by: "hook" });
      await store.mail.note("inferno", noted.id, woken);
      expect(await fixture.store.mail.unread("inferno")).toEqual([
        { ...noted, state: "woken", delivery: woken },
        other,
      ]);
      expect(await fixture.store.mail.all()).toEqual([{ ...noted, state: "woken", delivery: woken }, other]);
      expect(await fixture.store.mail.noted("inferno", noted.id)).toEqual(woken);
      expect(await fixture.store.mail.noted("inferno", other.id)).toBeUndefined();
    });

    test("a note never overrides the reader: taken mail is read, acknowledged mail is acked", async () => {
      await using fixture = await makeFixture();
      const message = await send(fixture.store);
      const states = async () => (await fixture.store.mail.all()).map(({ state, delivery }) => [state, delivery]);
      await fixture.store.mail.note("inferno", message.id, noteAt(fixture, { state: "bounced", why: "busy" }));
      const taken = await fixture.store.mail.take("inferno");
      expect(taken.messages).toEqual([{ ...message, state: "read" }]);
      expect(await states()).toEqual([["read", undefined]]);
      await fixture.store.mail.note("inferno", message.id, noteAt(fixture, { state: "woken", by: "typing" }));
      expect(await states()).toEqual([["read", undefined]]);
      await taken.acknowledge();
      expect(await states()).toEqual([["acked", undefined]]);
      await fixture.store.mail.note("inferno", message.id, noteAt(fixture, { state: "woken", by: "typing" }));
      expect(await states()).toEqual([["acked", undefined]]);
    });

    test("a note from before a reader died is not returned with the released mail", async () => {
      await using fixture = await makeFixture();
      const reader = await fixture.open();
      const message = await send(fixture.store);
      await fixture.store.mail.note("inferno", message.id, noteAt(fixture, { state: "woken", by: "hook" }));
      fixture.clock.move(1000);
      await reader.store.mail.take("inferno");
      await reader.die();
      expect(await fixture.store.mail.unread("inferno")).toEqual([{ ...message, redelivered: true }]);
      fixture.clock.move(1000);
      const again = noteAt(fixture, { state: "queued", why: "busy" });
      await fixture.store.mail.note("inferno", message.id, again);
      expect(await fixture.store.mail.unread("inferno")).toEqual([{ ...message, delivery: again, redelivered: true }]);
      expect(await readIds(fixture.store)).toEqual([message.id]);
    });

    test("neither a note nor a dead reader changes the reserved bounce", async () => {
      await using fixture = await makeFixture();
      const { store } = fixture;
      const message = await send(store);
      expect(await store.mail.reserveBounce("inferno", message.id, "first")).toBe("first");
      await store.mail.note("inferno", message.id, noteAt(fixture, { state: "woken", by: "hook" }));
      const reader = await fixture.open();
      await reader.store.mail.take("inferno");
      await reader.die();
      const other = await fixture.open();
      expect(await other.store.mail.reserveBounce("inferno", message.id, "second")).toBe("first");
      expect(await readIds(store)).toEqual([message.id]);
    });

    test("exclusive work is done by one process at a time", async () => {
      await using fixture = await makeFixture();
      const stores = [fixture.store, (await fixture.open()).store, (await fixture.open()).store];
      const events: string[] = [];
      const work = async () => {
        events.push("begin");
        for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
        events.push("end");
      };
      await Promise.all(stores.flatMap(({ mail }) => [work, work].map((one) => mail.exclusively("inferno", one))));
      expect(events).toEqual(stores.flatMap(() => ["begin", "end", "begin", "end"]));
      const failing = fixture.store.mail.exclusively("inferno", () => Promise.reject(new Error("full")));
      await expect(failing).rejects.toThrow("full");
      expect(await fixture.store.mail.exclusively("inferno", async () => "next")).toBe("next");
    });

    test("a note for a missing message is discarded", async () => {
      await using fixture = await makeFixture();
      await fixture.store.mail.note("inferno", "none", noteAt(fixture, { state: "woken" }));
      expect(await fixture.store.mail.all()).toEqual([]);
    });

    test.for(["../escape", "a/b", ".hidden", ""])("refuse %j as an id", async (id) => {
      await using fixture = await makeFixture();
      const note = noteAt(fixture, { state: "woken" });
      await expect(fixture.store.mail.note("inferno", id, note)).rejects.toMatchObject({ code: "bug" });
    });
  });
}
