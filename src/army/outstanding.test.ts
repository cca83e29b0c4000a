import { expect, test } from "vitest";
import type { Clock } from "#base/clock.ts";
import { SYSTEM } from "#store/mail-store.ts";
import { memoryRelayStore } from "#store/memory/relay-store.ts";
import type { RelayStore } from "#store/relay-store.ts";
import { sixRoles } from "#test/relay/six-roles.ts";
import { verifies } from "#test/verifies.ts";
import { courier, markPending } from "./deliver.ts";
import { outstanding } from "./outstanding.ts";
import { sweeper } from "./sweep.ts";

async function army() {
  let now = Date.parse("2025-01-02T03:04:05Z");
  let elapsed = 0;
  const clock: Clock = { now: () => now, elapsed: () => elapsed, wait: async () => {} };
  const store = memoryRelayStore({ clock });
  const roster = sixRoles();
  await store.initialise(roster);
  const gone = new Set<string>();
  const asked: string[] = [];
  const ring = markPending(store.pending);
  const plain = courier({ store, roster, clock, ring });
  const watch = outstanding({
    ...{ store, roster, clock, ring },
    courier: plain,
    async isGone(role) {
      asked.push(role);
      return gone.has(role);
    },
  });
  return {
    ...{ store, gone, asked, watch },
    send: async (to = "inferno") => (await watch.courier.send({ from: "storm", to, subject: "s", body: "b" })).message,
    sendUnwatched: (from: string) => plain.send({ from, to: "inferno", subject: "s", body: "b" }),
    /** The other side's relay, whose agent is at work. */
    sweepInferno: () =>
      sweeper({ ...{ role: "inferno", store, roster, clock }, ring: async () => ({ state: "queued", why: "busy" }) }),
    pass(seconds: number) {
      elapsed += seconds * 1000;
    },
    setClock(hours: number) {
      now += hours * 3_600_000;
    },
    states: async () => (await store.mail.unread("inferno")).map(({ state }) => state),
  };
}

verifies("relay:send", "mail to an agent that died with its relay comes back to its sender at once", async () => {
  const { send, gone, watch, store, states } = await army();
  const message = await send();
  gone.add("inferno");
  await watch.look();
  expect(await states()).toEqual(["queued"]);
  await watch.look();
  expect(await states()).toEqual(["bounced"]);
  expect(await store.mail.unread("storm")).toMatchObject([
    { from: SYSTEM, parent: message.id, body: expect.stringMatching(/^The agent of inferno has ended/) },
  ]);
  for (let n = 0; n < 3; n++) await watch.look();
  expect(await store.mail.countUnread("storm")).toBe(1);
  expect(await states()).toEqual(["bounced"]);
});

verifies("relay:broadcast", "a broadcast is watched for each of its readers", async () => {
  const { watch, gone, store } = await army();
  await watch.courier.broadcast({ from: "storm", subject: "s", body: "b" });
  for (const role of ["inferno", "glacier"]) gone.add(role);
  for (let n = 0; n < 2; n++) await watch.look();
  expect(await store.mail.countUnread("storm")).toBe(2);
});

test("what was read is watched no more, and what was told of is not told of again", async () => {
  const { send, watch, store, asked, pass } = await army();
  await send();
  await watch.look();
  await (await store.mail.take("inferno")).confirm();
  asked.length = 0;
  await watch.look();
  const second = await send();
  await store.mail.note("inferno", second.id, { state: "bounced", at: "" });
  pass(700);
  for (let n = 0; n < 40; n++) await watch.look();
  expect(await store.mail.countUnread("storm")).toBe(0);
  expect(asked).toHaveLength(1);
});

/** Runs `work` right after the listing of unread mail with this number: what it stores is not on that list. */
function afterListing(number: number, { mail }: RelayStore, work: () => Promise<unknown>): void {
  const { unreadIds } = mail;
  let listings = 0;
  mail.unreadIds = async (role) => {
    const listed = await unreadIds(role);
    if (++listings === number) await work();
    return listed;
  };
}

test("mail of others that arrives while late mail is looked for is not late", async () => {
  const { send, watch, pass, store, states, sendUnwatched } = await army();
  await send();
  pass(691);
  afterListing(2, store, () => sendUnwatched("glacier"));
  await watch.look();
  expect(await states()).toEqual(["bounced", "queued"]);
  expect(await store.mail.countUnread("storm")).toBe(1);
  expect(await store.mail.countUnread("glacier")).toBe(0);
});

test("mail that is sent while it is looked what was read is watched", async () => {
  const { send, watch, pass, store, states } = await army();
  await send();
  afterListing(1, store, () => send());
  await watch.look();
  pass(691);
  await watch.look();
  expect(await states()).toEqual(["bounced", "bounced"]);
});

test("an agent whose mood nobody knows has its time, and the sweeper's", async () => {
  const { send, watch, pass, states } = await army();
  await send();
  pass(690);
  await watch.look();
  expect(await states()).toEqual(["queued"]);
  pass(1);
  await watch.look();
  expect(await states()).toEqual(["bounced"]);
});

test.each([1, -1])("a clock that jumps by %i h makes no mail late, and keeps none from it", async (hours) => {
  const { send, watch, pass, setClock, states } = await army();
  await send();
  setClock(hours);
  for (let n = 0; n < 100; n++) await watch.look();
  expect(await states()).toEqual(["queued"]);
  pass(691);
  await watch.look();
  expect(await states()).toEqual(["bounced"]);
});

test.each([630, 650, 670])("who reads again after %i s does not make its sender be told twice", async (seconds) => {
  const { send, watch, pass, setClock, store, states, sweepInferno } = await army();
  const pass3 = (times: number) => {
    pass(3 * times);
    setClock(times / 1200);
  };
  await send();
  pass3(seconds / 3);
  const sweep = sweepInferno();
  const seen: string[] = [];
  for (let n = 0; n < 50; n++) {
    pass3(1);
    await watch.look();
    await sweep.look();
    seen.push(...(await states()));
  }
  expect(seen.slice(seen.indexOf("bounced")).every((state) => state === "bounced")).toBe(true);
  expect(await store.mail.countUnread("storm")).toBe(1);
});
