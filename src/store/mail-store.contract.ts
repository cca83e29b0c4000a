import { describe, expect, test } from "vitest";
import { type Message, SYSTEM, USER } from "#mail/message.ts";
import { deliveryNoteContract } from "./delivery-note.contract.ts";
import type { MailStore, ScrollOptions } from "./mail-store.ts";
import { newMessage, readIds, type StoreFixture, send, testRoster } from "./store-fixture.contract.ts";

/** Contract of every mail store. */
export function mailStoreContract(makeFixture: () => Promise<StoreFixture>): void {
  deliveryNoteContract(makeFixture);

  describe("mail", () => {
    test("delivers a message unchanged", async () => {
      await using fixture = await makeFixture();
      const parent = await send(fixture.store, { body: "\0\u001b[31m\r\n\u2028\ud800 日本語 🔥" });
      const answer = await send(fixture.store, { thread: parent.id, parent: parent.id, hops: 2, priority: "urgent" });
      const { messages, left } = await fixture.store.mail.take("inferno");
      expect(messages).toEqual([parent, answer].map((message) => ({ ...message, state: "read" })));
      expect(left).toBe(0);
    });

    test("returns an empty list if nothing is unread", async () => {
      await using fixture = await makeFixture();
      expect(await fixture.store.mail.take("inferno")).toMatchObject({ messages: [], left: 0 });
      expect(await fixture.store.mail.unread("inferno")).toEqual([]);
      expect(await fixture.store.mail.countUnread("inferno")).toBe(0);
    });

    test("shows unread mail without taking it, and nothing after it was taken", async () => {
      await using fixture = await makeFixture();
      const [first, second] = [await send(fixture.store), await send(fixture.store)];
      expect(await fixture.store.mail.unread("inferno")).toEqual([first, second]);
      expect(await fixture.store.mail.countUnread("inferno")).toBe(2);
      expect(await fixture.store.mail.unread("glacier")).toEqual([]);
      expect(await fixture.store.mail.unreadIds("inferno")).toEqual([first.id, second.id]);
      expect(await fixture.store.mail.unread("inferno", { known: new Set([first.id]) })).toEqual([second]);
      expect(await fixture.store.mail.unread("inferno", { among: [first.id] })).toEqual([first]);
      const cut = await fixture.store.mail.unread("inferno", { maxText: 3 });
      expect(cut).toEqual([first, second].map((message) => ({ ...message, body: message.body.slice(0, 3) })));
      await fixture.store.mail.take("inferno");
      expect(await fixture.store.mail.unread("inferno")).toEqual([]);
      expect(await fixture.store.mail.unreadIds("inferno")).toEqual([]);
      expect(await fixture.store.mail.countUnread("inferno")).toBe(0);
    });

    test("finds released mail among the requested ids", async () => {
      await using fixture = await makeFixture();
      const [first, second] = [await send(fixture.store), await send(fixture.store)];
      const [read] = (await fixture.store.mail.take("inferno", { maxBytes: 1 })).messages;
      expect(await fixture.store.mail.unread("inferno", { among: [first.id, second.id] })).toEqual([second]);
      await fixture.store.mail.release("inferno", [read?.id ?? ""]);
      const found = await fixture.store.mail.unread("inferno", { among: [second.id, first.id] });
      expect(found).toEqual([{ ...first, redelivered: true }, second]);
    });

    test("keeps an inbox for the human too", async () => {
      await using fixture = await makeFixture();
      const message = await send(fixture.store, { from: SYSTEM, to: USER });
      expect(await fixture.store.mail.unread(USER)).toEqual([message]);
      expect(await fixture.store.mail.all()).toEqual([message]);
      expect(await readIds(fixture.store, USER)).toEqual([message.id]);
      expect(await fixture.store.mail.all()).toEqual([{ ...message, state: "acked" }]);
      await expect(fixture.store.status.get(USER)).rejects.toMatchObject({ code: "role-unknown" });
    });

    test("returns all mail, read or not, oldest first over all roles", async () => {
      await using fixture = await makeFixture();
      const first = await send(fixture.store, { to: "storm" });
      const second = await send(fixture.store, { to: "glacier" });
      const third = await send(fixture.store, { to: "storm" });
      await readIds(fixture.store, "glacier");
      await fixture.store.mail.take("storm", { maxBytes: 1 });
      const all = await fixture.store.mail.all();
      expect(all.map(({ id, state }) => [id, state])).toEqual([
        [first.id, "read"],
        [second.id, "acked"],
        [third.id, "queued"],
      ]);
      const scrolled = async (options?: ScrollOptions) => {
        const messages: Message[] = [];
        for await (const message of fixture.store.mail.scroll(options)) messages.push(message);
        return messages;
      };
      expect(await scrolled()).toEqual(all);
      expect(await scrolled({ order: "newest" })).toEqual(all.toReversed());
      expect(await scrolled({ after: first.id })).toEqual(all.slice(1));
      expect(await scrolled({ order: "newest", after: third.id })).toEqual([all[1], all[0]]);
      const known = new Set(all.slice(1).map(({ id }) => id));
      expect(await scrolled({ known })).toEqual(all.slice(0, 1));
      for (const message of all) expect(await fixture.store.mail.find(message.id)).toEqual(message);
      expect(await fixture.store.mail.find("unknown")).toBeUndefined();
    });

    test("trims archived mail by age and size, oldest first, and never unread mail", async () => {
      await using fixture = await makeFixture();
      const { store, clock } = fixture;
      const body = "x".repeat(600 * 1024);
      const [first, second] = [await send(store, { body }), await send(store, { to: "storm", body })];
      await readIds(store, "storm");
      await readIds(store);
      const third = await send(store, { body });
      const left = async () => (await store.mail.all()).map(({ id }) => id);
      const bytes = await store.mail.trim({ days: 1, megabytes: 2 });
      expect(bytes).toBeGreaterThan(2 * body.length);
      expect(await left()).toEqual([first.id, second.id, third.id]);
      expect(Math.round(bytes / (await store.mail.trim({ days: 1, megabytes: 1 })))).toBe(2);
      expect(await left()).toEqual([second.id, third.id]);
      clock.move(2 * 86_400_000);
      await store.mail.trim({ days: 1, megabytes: 1 });
      expect(await left()).toEqual([third.id]);
      expect((await store.mail.digest({ newest: 9 })).newest.map(({ id }) => id)).toEqual([third.id]);
      expect(await readIds(store)).toEqual([third.id]);
    });

    test("refuses a role that is not in the roster", async () => {
      await using fixture = await makeFixture();
      const { mail } = fixture.store;
      const unknown = {
        code: "role-unknown",
        details: { role: "missing", known: testRoster.roles.map(({ id }) => id) },
      };
      await expect(mail.put(await newMessage(fixture.store, { to: "missing" }))).rejects.toMatchObject(unknown);
      await expect(mail.take("missing")).rejects.toMatchObject(unknown);
      await expect(mail.unread("missing")).rejects.toMatchObject(unknown);
      await expect(mail.countUnread("missing")).rejects.toMatchObject(unknown);
      await expect(mail.unreadIds("missing")).rejects.toMatchObject(unknown);
      const note = { state: "woken", at: new Date(0).toISOString() } as const;
      await expect(mail.note("missing", "x", note)).rejects.toMatchObject(unknown);
      const watch = mail.watch({ role: "missing", signal: AbortSignal.timeout(10_000) });
      await expect(watch[Symbol.asyncIterator]().next()).rejects.toMatchObject(unknown);
    });

    test.for(["../escape", "a/b", ".hidden", "", "a,b"])("refuses %j as an id", async (id) => {
      await using fixture = await makeFixture();
      await expect(send(fixture.store, { id })).rejects.toMatchObject({ code: "bug" });
      expect(await fixture.store.mail.all()).toEqual([]);
    });
  });

  describe("ids", () => {
    test("ascend and never collide, across processes", async () => {
      await using fixture = await makeFixture();
      const other = await fixture.open();
      const give = async (mail: MailStore) => {
        const ids: string[] = [];
        for (let n = 0; n < 2000; n++) ids.push(await mail.nextId());
        return ids;
      };
      const [mine, theirs] = await Promise.all([give(fixture.store.mail), give(other.store.mail)]);
      for (const ids of [mine, theirs]) expect(ids).toEqual(ids.toSorted());
      expect(new Set([...mine, ...theirs]).size).toBe(4000);
      for (const id of mine) expect(id).toMatch(/^[a-z0-9]{26}$/);
    });

    test("are later than every earlier one, also in another process and after the clock was set back", async () => {
      await using fixture = await makeFixture();
      fixture.clock.move(3_600_000);
      const before = await fixture.store.mail.nextId();
      fixture.clock.move(-7_200_000);
      const other = await fixture.open();
      const answer = await other.store.mail.nextId();
      expect(answer > before).toBe(true);
      expect((await fixture.store.mail.nextId()) > answer).toBe(true);
    });
  });

  describe("put", () => {
    test("a second put of the same id changes nothing: unread, claimed, or read", async () => {
      await using fixture = await makeFixture();
      const message = await send(fixture.store);
      const again = { ...message, body: "changed" };
      await fixture.store.mail.put(again);
      expect(await fixture.store.mail.unread("inferno")).toEqual([message]);
      const taken = await fixture.store.mail.take("inferno");
      await fixture.store.mail.put(again);
      expect(await fixture.store.mail.unread("inferno")).toEqual([]);
      await taken.acknowledge();
      await (await fixture.open()).store.mail.put(again);
      expect(await fixture.store.mail.unread("inferno")).toEqual([]);
      expect(await fixture.store.mail.all()).toEqual([{ ...message, state: "acked" }]);
    });

    test("concurrent puts keep the order of the calls", async () => {
      await using fixture = await makeFixture();
      const messages = [];
      for (let n = 0; n < 50; n++) messages.push(await newMessage(fixture.store));
      const seen: string[] = [];
      const puts = Promise.all(messages.map((message) => fixture.store.mail.put(message)));
      while (seen.length < messages.length) seen.push(...(await readIds(fixture.store)));
      await puts;
      expect(seen).toEqual(messages.map(({ id }) => id));
    });
  });

  describe("take", () => {
    test("gives each message to one reader only", async () => {
      await using fixture = await makeFixture();
      const sent: string[] = [];
      for (let n = 0; n < 200; n++) sent.push((await send(fixture.store)).id);
      const readers = await Promise.all([fixture.open(), fixture.open(), fixture.open()]);
      const shares = await Promise.all(readers.map(({ store }) => readIds(store)));
      expect(shares.flat().toSorted()).toEqual(sent);
      for (const share of shares) expect(share).toEqual(share.toSorted());
    });

    test("stops before maxBytes, returns at least one message and the number left", async () => {
      await using fixture = await makeFixture();
      const sent = [];
      for (let n = 0; n < 5; n++) sent.push(await send(fixture.store, { body: "x".repeat(1000) }));
      const size = Buffer.byteLength(JSON.stringify(sent[0]));
      const ids = async (maxBytes: number) => {
        const { messages, left } = await fixture.store.mail.take("inferno", { maxBytes });
        return [...messages.map(({ id }) => id), left];
      };
      expect(await ids(1)).toEqual([sent[0]?.id, 4]);
      expect(await ids(2 * size)).toEqual([sent[1]?.id, sent[2]?.id, 2]);
      expect(await ids(2 * size - 1)).toEqual([sent[3]?.id, 1]);
      expect(await fixture.store.mail.countUnread("inferno")).toBe(1);
      expect(await ids(2 * size)).toEqual([sent[4]?.id, 0]);
    });

    test("returns unacknowledged mail of a dead reader, marked and in order", async () => {
      await using fixture = await makeFixture();
      const reader = await fixture.open();
      const acknowledged = await send(fixture.store);
      await readIds(reader.store);
      const [first, second] = [await send(fixture.store), await send(fixture.store)];
      await reader.store.mail.take("inferno");
      const third = await send(fixture.store);
      await reader.die();

      const expected = [{ ...first, redelivered: true }, { ...second, redelivered: true }, third];
      expect(await fixture.store.mail.countUnread("inferno")).toBe(3);
      expect(await fixture.store.mail.unread("inferno")).toEqual(expected);
      const taken = await fixture.store.mail.take("inferno");
      expect(taken.messages).toEqual(expected.map((message) => ({ ...message, state: "read" })));
      await taken.acknowledge();
      const all = await fixture.store.mail.all();
      expect(all.map(({ id, redelivered }) => [id, redelivered ?? false])).toEqual([
        [acknowledged.id, false],
        [first.id, true],
        [second.id, true],
        [third.id, false],
      ]);
    });

    test("does not return mail that a living reader holds", async () => {
      await using fixture = await makeFixture();
      const reader = await fixture.open();
      await send(fixture.store);
      const held = await reader.store.mail.take("inferno");
      expect(await readIds(fixture.store)).toEqual([]);
      await held.acknowledge();
      await reader.die();
      expect(await readIds(fixture.store)).toEqual([]);
    });

    test("returns released mail of a living reader to any reader, marked", async () => {
      await using fixture = await makeFixture();
      const reader = await fixture.open();
      const [first, second] = [await send(fixture.store), await send(fixture.store)];
      await reader.store.mail.take("inferno");
      await fixture.store.mail.release("inferno", [first.id, second.id]);
      expect(await fixture.store.mail.countUnread("inferno")).toBe(0);
      await reader.store.mail.release("inferno", [first.id]);
      expect(await fixture.store.mail.unread("inferno")).toEqual([{ ...first, redelivered: true }]);
      expect(await readIds(fixture.store)).toEqual([first.id]);
    });

    test("can be acknowledged twice, also after the army was dismissed", async () => {
      await using fixture = await makeFixture();
      await send(fixture.store);
      const taken = await fixture.store.mail.take("inferno");
      await taken.acknowledge();
      await taken.acknowledge();
      await send(fixture.store);
      const last = await fixture.store.mail.take("inferno");
      await fixture.store.clean();
      await last.acknowledge();
      await expect(fixture.store.roster()).rejects.toMatchObject({ code: "store-missing" });
    });
  });
}
