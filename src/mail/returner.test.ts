import { expect, test } from "vitest";
import type { Clock } from "#base/clock.ts";
import { memoryRelayStore } from "#store/memory/relay-store.ts";
import { sixRoles } from "#test/support/six-roles.ts";
import { verifies } from "#test/support/verifies.ts";
import { mailer } from "./mailer.ts";
import { SYSTEM, USER } from "./message.ts";
import { markPending } from "./notifier.ts";
import { resender } from "./resender.ts";
import { returner } from "./returner.ts";
import type { RelaySettings } from "./roster.ts";

/** Inferno's mail as the watcher sees it; no relay runs unless a test starts one. */
async function army(settings: Partial<RelaySettings> = {}) {
  let now = Date.parse("2025-01-02T03:04:05Z");
  let elapsed = 0;
  const clock: Clock = { now: () => now, elapsed: () => elapsed, wait: async () => {} };
  const store = memoryRelayStore({ clock });
  const roster = sixRoles(settings);
  await store.initialise(roster);
  const seen = { isGone: false };
  const notifier = markPending(store.pending);
  const mail = mailer({ store, roster, clock, notifier });
  const parts = { role: "inferno", store, roster, clock };
  const start = () => returner({ ...parts, notifier, isGone: () => seen.isGone });
  let watch = start();
  await watch.look();
  return {
    ...{ store, seen },
    look: () => watch.look(),
    last: () => watch.last(),
    send: async (from = "storm") => (await mail.send({ from, to: "inferno", subject: "s", body: "b" })).message,
    startResender: () => resender({ ...parts, notifier: async () => ({ state: "queued", why: "busy" }) }),
    restartWatcher() {
      watch = start();
    },
    pass(seconds: number) {
      elapsed += seconds * 1000;
      now += seconds * 1000;
    },
    setClock(hours: number) {
      now += hours * 3_600_000;
    },
    states: async () => (await store.mail.unread("inferno")).map(({ state }) => state),
  };
}

verifies("relay:send", "mail to an ended agent is returned at once, exactly once", async () => {
  const { send, seen, look, store, states } = await army();
  const message = await send();
  await send(USER);
  seen.isGone = true;
  await look();
  expect(await states()).toEqual(["queued", "queued"]);
  for (let n = 0; n < 4; n++) await look();
  expect(await states()).toEqual(["bounced", "bounced"]);
  expect(await store.mail.unread("storm")).toMatchObject([
    { from: SYSTEM, parent: message.id, body: expect.stringMatching(/^The agent of inferno has ended/) },
  ]);
  expect(await store.mail.unread(USER)).toMatchObject([{ from: SYSTEM, subject: "Not read: s" }]);
});

test("an agent that seems gone once and is back keeps its mail", async () => {
  const { send, seen, look, states } = await army();
  await send();
  for (const isGone of [true, false, true, false]) {
    seen.isGone = isGone;
    await look();
  }
  expect(await states()).toEqual(["queued"]);
});

test("mail that no relay gives up on is returned at its deadline", async () => {
  const { send, look, pass, states, store } = await army();
  await send(USER);
  await look();
  pass(599);
  await look();
  expect(await states()).toEqual(["queued"]);
  pass(1);
  await look();
  expect(await states()).toEqual(["bounced"]);
  expect((await store.mail.unread(USER))[0]?.body).toMatch(/^inferno did not read these messages in time/);
});

test("a restarted watcher reads the age of mail from its timestamp, and gives late mail another minute", async () => {
  const { send, look, pass, states, restartWatcher } = await army();
  await send();
  await look();
  pass(500);
  restartWatcher();
  await look();
  pass(100);
  await look();
  expect(await states()).toEqual(["bounced"]);
  const late = await army();
  await late.send();
  late.pass(3600);
  late.restartWatcher();
  await late.look();
  late.pass(59);
  await late.look();
  expect(await late.states()).toEqual(["queued"]);
  late.pass(1);
  await late.look();
  expect(await late.states()).toEqual(["bounced"]);
});

test.each([1, -1])("a clock that jumps by %i h makes no mail late and delays no deadline", async (hours) => {
  const { send, look, pass, setClock, states } = await army();
  await send();
  await look();
  setClock(hours);
  for (let n = 0; n < 100; n++) await look();
  expect(await states()).toEqual(["queued"]);
  pass(600);
  await look();
  expect(await states()).toEqual(["bounced"]);
});

test("with absent = wait, mail to an ended agent waits for its deadline, also if the army has ended", async () => {
  const { send, seen, look, last, pass, states } = await army({ absent: "wait" });
  await send();
  seen.isGone = true;
  for (let n = 0; n < 5; n++) await look();
  await last();
  expect(await states()).toEqual(["queued"]);
  pass(600);
  await look();
  expect(await states()).toEqual(["bounced"]);
});

test("an army that has ended has its mail returned at once", async () => {
  const { send, last, states, store } = await army();
  await send(USER);
  await last();
  await last();
  expect(await states()).toEqual(["bounced"]);
  expect(await store.mail.countUnread(USER)).toBe(1);
});

test.each([570, 600, 630])("a relay that starts after %i s does not inform the sender twice", async (seconds) => {
  const { send, look, pass, store, states, startResender } = await army();
  await send();
  await look();
  pass(seconds);
  const relay = startResender();
  const seen: string[] = [];
  for (let n = 0; n < 50; n++) {
    pass(3);
    await Promise.all([look(), relay.look()]);
    seen.push(...(await states()));
  }
  expect(seen.slice(seen.indexOf("bounced")).every((state) => state === "bounced")).toBe(true);
  expect(await store.mail.countUnread("storm")).toBe(1);
});

test("mail that a dead reader held is not bounced a second time", async () => {
  const { send, look, seen, store, states } = await army();
  await send();
  seen.isGone = true;
  for (let n = 0; n < 3; n++) await look();
  const reader = store.open();
  await reader.mail.take("inferno");
  await look();
  reader.die();
  for (let n = 0; n < 3; n++) await look();
  expect(await states()).toEqual(["bounced"]);
  expect(await store.mail.countUnread("storm")).toBe(1);
});

test("an empty inbox costs one listing", async () => {
  const { store, look } = await army();
  const asked: string[] = [];
  for (const name of ["unread", "unreadIds", "all", "note", "exclusively"] as const) {
    const original = store.mail[name] as (...args: never[]) => unknown;
    const noted = (...args: never[]) => {
      asked.push(name);
      return original(...args);
    };
    Object.assign(store.mail, { [name]: noted });
  }
  await look();
  expect(asked).toEqual(["unreadIds"]);
});

test("returned mail is not returned again when the agent comes back and ends once more", async () => {
  const { send, look, pass, seen, store, states, restartWatcher } = await army();
  await send(USER);
  for (const isRestarted of [false, true, false]) {
    if (isRestarted) restartWatcher();
    seen.isGone = true;
    for (let n = 0; n < 4; n++) await look();
    seen.isGone = false;
    pass(700);
    await look();
  }
  expect(await states()).toEqual(["bounced"]);
  expect(await store.mail.countUnread(USER)).toBe(1);
});
