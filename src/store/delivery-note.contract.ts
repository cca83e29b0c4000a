import { describe, expect, test } from "vitest";
import type { DeliveryNote } from "#mail/message.ts";
import { readIds, type StoreWorld, send } from "./store-world.contract.ts";

export function deliveryNoteContract(makeWorld: () => Promise<StoreWorld>): void {
  describe("delivery notes", () => {
    const noteAt = ({ clock }: StoreWorld, note: Omit<DeliveryNote, "at">): DeliveryNote => ({
      ...note,
      at: new Date(clock.now()).toISOString(),
    });

    test("are shown with unread mail, the last one, to every process", async () => {
      await using world = await makeWorld();
      const [noted, other] = [await send(world.store), await send(world.store)];
      const { store } = await world.open();
      await store.mail.note("inferno", noted.id, noteAt(world, { state: "queued", why: "user-typing" }));
      expect(await world.store.mail.unread("inferno")).toMatchObject([
        { id: noted.id, state: "queued", delivery: { why: "user-typing" } },
        { id: other.id, state: "queued" },
      ]);
      const woken = noteAt(world, { state: "woken", by: "hook" });
      await store.mail.note("inferno", noted.id, woken);
      expect(await world.store.mail.unread("inferno")).toEqual([{ ...noted, state: "woken", delivery: woken }, other]);
      expect(await world.store.mail.all()).toEqual([{ ...noted, state: "woken", delivery: woken }, other]);
      expect(await world.store.mail.noted("inferno", noted.id)).toEqual(woken);
      expect(await world.store.mail.noted("inferno", other.id)).toBeUndefined();
    });

    test("never stand against the reader: what was taken is read, what was acknowledged is acked", async () => {
      await using world = await makeWorld();
      const message = await send(world.store);
      const states = async () => (await world.store.mail.all()).map(({ state, delivery }) => [state, delivery]);
      await world.store.mail.note("inferno", message.id, noteAt(world, { state: "bounced", why: "busy" }));
      const taken = await world.store.mail.take("inferno");
      expect(taken.messages).toEqual([{ ...message, state: "read" }]);
      expect(await states()).toEqual([["read", undefined]]);
      await world.store.mail.note("inferno", message.id, noteAt(world, { state: "woken", by: "typing" }));
      expect(await states()).toEqual([["read", undefined]]);
      await taken.acknowledge();
      expect(await states()).toEqual([["acked", undefined]]);
      await world.store.mail.note("inferno", message.id, noteAt(world, { state: "woken", by: "typing" }));
      expect(await states()).toEqual([["acked", undefined]]);
    });

    test("of before a reader died say nothing of the mail that comes back", async () => {
      await using world = await makeWorld();
      const reader = await world.open();
      const message = await send(world.store);
      await world.store.mail.note("inferno", message.id, noteAt(world, { state: "woken", by: "hook" }));
      world.clock.move(1000);
      await reader.store.mail.take("inferno");
      await reader.die();
      expect(await world.store.mail.unread("inferno")).toEqual([{ ...message, redelivered: true }]);
      world.clock.move(1000);
      const again = noteAt(world, { state: "queued", why: "busy" });
      await world.store.mail.note("inferno", message.id, again);
      expect(await world.store.mail.unread("inferno")).toEqual([{ ...message, delivery: again, redelivered: true }]);
      expect(await readIds(world.store)).toEqual([message.id]);
    });

    test("never change which message tells the sender, nor does a reader that died", async () => {
      await using world = await makeWorld();
      const { store } = world;
      const message = await send(store);
      expect(await store.mail.reserveBounce("inferno", message.id, "first")).toBe("first");
      await store.mail.note("inferno", message.id, noteAt(world, { state: "woken", by: "hook" }));
      const reader = await world.open();
      await reader.store.mail.take("inferno");
      await reader.die();
      const other = await world.open();
      expect(await other.store.mail.reserveBounce("inferno", message.id, "second")).toBe("first");
      expect(await readIds(store)).toEqual([message.id]);
    });

    test("are written by one process at a time where it matters", async () => {
      await using world = await makeWorld();
      const stores = [world.store, (await world.open()).store, (await world.open()).store];
      const events: string[] = [];
      const work = async () => {
        events.push("begin");
        for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
        events.push("end");
      };
      await Promise.all(stores.flatMap(({ mail }) => [work, work].map((one) => mail.exclusively("inferno", one))));
      expect(events).toEqual(stores.flatMap(() => ["begin", "end", "begin", "end"]));
      const failing = world.store.mail.exclusively("inferno", () => Promise.reject(new Error("full")));
      await expect(failing).rejects.toThrow("full");
      expect(await world.store.mail.exclusively("inferno", async () => "next")).toBe("next");
    });

    test("of a message that is not there are forgotten", async () => {
      await using world = await makeWorld();
      await world.store.mail.note("inferno", "none", noteAt(world, { state: "woken" }));
      expect(await world.store.mail.all()).toEqual([]);
    });

    test.for(["../escape", "a/b", ".hidden", ""])("refuse %j as an id", async (id) => {
      await using world = await makeWorld();
      const note = noteAt(world, { state: "woken" });
      await expect(world.store.mail.note("inferno", id, note)).rejects.toMatchObject({ code: "bug" });
    });
  });
}
