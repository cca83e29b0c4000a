import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { memoryRelayStore } from "#store/memory/relay-store.ts";
import type { RelayStore } from "#store/relay-store.ts";
import { sixRoles } from "#test/support/six-roles.ts";
import { verifies } from "#test/support/verifies.ts";
import { inbox } from "./inbox.ts";
import { mailer } from "./mailer.ts";
import { markPending } from "./notifier.ts";

async function army() {
  const store = memoryRelayStore();
  const roster = sixRoles();
  await store.initialise(roster);
  const mail = mailer({ store, roster, clock: systemClock, notifier: markPending(store.pending) });
  const send = async (body: string) =>
    (await mail.send({ from: "overlord", to: "inferno", subject: "s", body })).message;
  return { store, send };
}

const bodies = ({ messages }: { messages: { body: string }[] }) => messages.map(({ body }) => body);

verifies("relay:inbox", "a reading takes all unread mail out of the inbox and removes the mark", async () => {
  const { store, send } = await army();
  for (const body of ["1", "2", "3"]) await send(body);
  const reading = await inbox({ store, role: "inferno" }).read();
  expect(bodies(reading)).toEqual(["1", "2", "3"]);
  expect(reading.left).toBe(0);
  expect(await store.mail.countUnread("inferno")).toBe(0);
  expect(await store.pending.read("inferno")).toBeUndefined();
});

verifies("relay:inbox:empty", "an empty inbox gives an empty reading", async () => {
  const { store } = await army();
  const reading = await inbox({ store, role: "inferno" }).read();
  expect(reading.messages).toEqual([]);
  await reading.acknowledge();
});

test("a reading stops at 64 KiB, has at least one message, the oldest first; the rest stays unread and marked", async () => {
  const { store, send } = await army();
  for (const letter of ["a", "b", "c", "d"]) await send(letter.repeat(30_000));
  await send("e".repeat(200_000));
  const mine = inbox({ store, role: "inferno" });
  const first = await mine.read();
  expect([first.messages.length, first.left]).toEqual([2, 3]);
  expect(await store.pending.read("inferno")).toBeDefined();
  expect((await mine.read()).left).toBe(1);
  const last = await mine.read();
  expect([last.messages.length, last.left]).toEqual([1, 0]);
  expect(await store.pending.read("inferno")).toBeUndefined();
});

test("a released reading comes again with the next one, marked", async () => {
  const { store, send } = await army();
  await send("1");
  const mine = inbox({ store, role: "inferno" });
  await (await mine.read()).release();
  expect(await store.pending.read("inferno")).toBeDefined();
  await send("2");
  expect((await mine.read()).messages).toMatchObject([{ body: "1", redelivered: true }, { body: "2" }]);
  expect(await store.pending.read("inferno")).toBeUndefined();
});

test("after the reader died, all mail but the acknowledged is unread again", async () => {
  const { store, send } = await army();
  const reader = store.open();
  const mine = inbox({ store: reader, role: "inferno" });
  await send("acknowledged");
  await (await mine.read()).acknowledge();
  await send("not acknowledged");
  await mine.read();
  reader.die();
  expect(await store.mail.unread("inferno")).toMatchObject([{ body: "not acknowledged", redelivered: true }]);
});

test("mail with an older id that is stored during removal of the mark is marked again", async () => {
  const { store, send } = await army();
  const late = { ...(await send("late")) };
  await (await inbox({ store, role: "inferno" }).read()).acknowledge();
  await send("newer");
  const racing: RelayStore = {
    ...store,
    pending: {
      ...store.pending,
      async clear(role, upTo) {
        await store.mail.put({ ...late, id: late.id.replace(/.$/, (end) => (end === "0" ? "1" : "0")), body: "older" });
        await store.pending.mark(role, late);
        await store.pending.clear(role, upTo);
      },
    },
  };
  expect(bodies(await inbox({ store: racing, role: "inferno" }).read())).toEqual(["newer"]);
  expect(await store.pending.read("inferno")).toBeDefined();
});

test("a reading fails if the mark cannot be removed, and its mail stays unread", async () => {
  const { store, send } = await army();
  await send("1");
  let broken = true;
  const failing: RelayStore = {
    ...store,
    pending: {
      ...store.pending,
      async clear(role, upTo) {
        if (broken) throw new Error("read-only");
        await store.pending.clear(role, upTo);
      },
    },
  };
  const mine = inbox({ store: failing, role: "inferno" });
  await expect(mine.read()).rejects.toThrow("read-only");
  broken = false;
  expect(bodies(await mine.read())).toEqual(["1"]);
});
