import { expect, test } from "vitest";
import type { Clock } from "#base/clock.ts";
import { memoryRelayStore } from "#store/memory/relay-store.ts";
import { sixRoles } from "#test/support/six-roles.ts";
import { verifies } from "#test/support/verifies.ts";
import { mailer } from "./mailer.ts";
import { SYSTEM, USER } from "./message.ts";
import type { Notification, Notifier, NotifyOutcome } from "./notify.ts";
import { LOOK_EVERY, resender } from "./resender.ts";
import type { RelaySettings } from "./roster.ts";

/** Inferno's resender with a clock that only the test advances, and a record of every notification. */
async function army(options: { settings?: Partial<RelaySettings>; outcome?: NotifyOutcome } = {}) {
  let now = Date.parse("2025-01-02T03:04:05Z");
  const clock: Clock = { now: () => now, elapsed: () => now, wait: async () => {} };
  const store = memoryRelayStore({ clock });
  const roster = sixRoles(options.settings);
  await store.initialise(roster);
  const began = now;
  const notified: (Notification & { role: string; at: number })[] = [];
  const fixture = { outcome: options.outcome ?? ({ state: "woken", by: "hook" } as NotifyOutcome) };
  const notifier: Notifier = async (role, notification) => {
    if (role !== USER) await store.pending.mark(role, notification);
    notified.push({ ...notification, role, at: (now - began) / 1000 });
    return fixture.outcome;
  };
  const mail = mailer({ store, roster, clock, notifier });
  const start = () => resender({ role: "inferno", store, roster, clock, notifier });
  let resending = start();
  await resending.look();
  return {
    ...{ store, fixture, notified },
    send: (from = "overlord", priority: "normal" | "urgent" = "normal", subject = "s", body = "b") =>
      mail.send({ from, to: "inferno", subject, body, priority }).then(({ message }) => message),
    /** Stores a message without a notification, like a sender that dies in between. */
    async sendAndDie(from = "overlord") {
      const id = await store.mail.nextId();
      const timestamp = new Date(now).toISOString();
      const fields = { from, to: "inferno", subject: "s", body: "b", thread: id, timestamp };
      await store.mail.put({ id, ...fields, priority: "normal", state: "queued" });
    },
    async pass(seconds: number) {
      for (const end = now + seconds * 1000; now < end; ) {
        now += LOOK_EVERY;
        await resending.look();
      }
    },
    restart() {
      resending = start();
    },
    jump(seconds: number) {
      now += seconds * 1000;
    },
    toInferno: () => notified.filter(({ role }) => role === "inferno").map(({ at }) => at),
    states: async (role = "inferno") => (await store.mail.unread(role)).map(({ state }) => state),
  };
}

test("an agent that was woken and does not read is notified again, with a growing pause, until it reads", async () => {
  const { send, pass, toInferno, store, states } = await army();
  await send();
  await pass(300);
  expect(toInferno()).toEqual([0, 12, 33, 75, 156, 276]);
  expect(await states()).toEqual(["woken"]);
  await (await store.mail.take("inferno")).acknowledge();
  await pass(300);
  expect(toInferno()).toHaveLength(6);
});

test("an agent that could not be notified is tried sooner, and the reason is kept", async () => {
  const { send, pass, toInferno, fixture, store } = await army({ outcome: { state: "queued", why: "user-typing" } });
  await send();
  await pass(63);
  expect(toInferno()).toEqual([0, 3, 9, 21, 42, 63]);
  expect(await store.mail.unread("inferno")).toMatchObject([{ state: "queued", delivery: { why: "user-typing" } }]);
  fixture.outcome = { state: "woken", by: "typing" };
  await pass(30);
  expect(await store.mail.unread("inferno")).toMatchObject([{ state: "woken", delivery: { by: "typing" } }]);
});

test("one notification covers all messages of senders that died before notifying, and all are marked", async () => {
  const { sendAndDie, pass, toInferno, store, states } = await army();
  for (const sender of ["overlord", "storm", "shadow"]) await sendAndDie(sender);
  expect(await store.pending.read("inferno")).toBeUndefined();
  await pass(3);
  expect(toInferno()).toEqual([3]);
  expect(await store.pending.read("inferno")).toMatchObject({ senders: ["overlord", "storm", "shadow"] });
  expect(await states()).toEqual(["woken", "woken", "woken"]);
});

test("one notification covers all unread mail, and names the urgent message", async () => {
  const { send, pass, notified } = await army({ outcome: { state: "queued", why: "busy" } });
  const urgent = await send("storm", "urgent");
  await send("overlord");
  await pass(3);
  expect(notified.slice(2)).toMatchObject([{ id: urgent.id, priority: "urgent" }]);
});

test("a message past half of its deadline insists", async () => {
  const { send, pass, notified } = await army({ outcome: { state: "queued", why: "busy" } });
  await send();
  await pass(290);
  expect(notified.some(({ insist }) => insist)).toBe(false);
  await pass(40);
  expect(notified.at(-1)).toMatchObject({ insist: true });
});

verifies("relay:send", "mail not read in time is returned once with the reason, and stays readable", async () => {
  const { send, pass, store, states, toInferno } = await army({ outcome: { state: "queued", why: "busy" } });
  const message = await send("storm", "normal", "the gate");
  await pass(590);
  expect(await states()).toEqual(["queued"]);
  await pass(15);
  expect(await states()).toEqual(["bounced"]);
  const [bounce, ...others] = await store.mail.unread("storm");
  expect(others).toEqual([]);
  expect(bounce).toMatchObject({
    ...{ from: SYSTEM, to: "storm", subject: "Not read: the gate", priority: "normal" },
    ...{ thread: message.thread, parent: message.id },
    body: expect.stringMatching(
      /^inferno did not read these messages in time \(busy\):\n- 2025-.* the gate\n.*Do not send them again/,
    ),
  });
  expect(await store.mail.unread("inferno")).toMatchObject([{ delivery: { bounce: bounce?.id, why: "busy" } }]);
  const notified = toInferno().length;
  await pass(900);
  expect(toInferno()).toHaveLength(notified);
  expect(await store.mail.countUnread("storm")).toBe(1);
  expect((await store.mail.take("inferno")).messages).toMatchObject([{ id: message.id, state: "read" }]);
});

test("urgent mail has a deadline of a minute, and a session can set both deadlines", async () => {
  const builtIn = await army();
  await builtIn.send("storm", "urgent");
  await builtIn.send("storm");
  await builtIn.pass(66);
  expect(await builtIn.states()).toEqual(["bounced", "woken"]);
  const set = await army({ settings: { deadlines: { normal: 30, urgent: 6 } } });
  await set.send("storm", "urgent");
  await set.send("storm");
  await set.pass(9);
  expect(await set.states()).toEqual(["bounced", "woken"]);
  await set.pass(24);
  expect(await set.states()).toEqual(["bounced", "bounced"]);
});

test("each sender, also the human, gets one message in the session's language", async () => {
  const { send, pass, store } = await army({ settings: { lang: "ja", deadlines: { normal: 30, urgent: 6 } } });
  for (const from of ["storm", "storm", USER]) await send(from, "normal", `${from} より`);
  await pass(36);
  expect(await store.mail.unread("storm")).toMatchObject([
    { from: SYSTEM, subject: "未読: inferno 宛て 2 通", body: expect.stringMatching(/^inferno は期限までに/) },
  ]);
  expect(await store.mail.unread(USER)).toMatchObject([{ from: SYSTEM, subject: "未読: user より" }]);
});

test("mail of ovld itself, and of a sender without an inbox, expires and is never bounced", async () => {
  const { send, pass, store, states } = await army({ settings: { deadlines: { normal: 30, urgent: 6 } } });
  await send(SYSTEM);
  await send("stranger");
  await pass(36);
  expect(await states()).toEqual(["expired", "expired"]);
  expect(await store.mail.all()).toHaveLength(2);
});

test("mail to an agent that is certainly gone is returned at once", async () => {
  const { send, pass, store, states, fixture } = await army({ outcome: { state: "queued", why: "no-agent" } });
  await send("storm");
  await pass(3);
  fixture.outcome = { state: "queued", why: "busy" };
  await pass(6);
  expect(await states()).toEqual(["queued"]);
  fixture.outcome = { state: "queued", why: "no-agent" };
  await pass(24);
  expect(await states()).toEqual(["bounced"]);
  expect((await store.mail.unread("storm"))[0]?.body).toMatch(/^The agent of inferno has ended\. Unread messages:/);
});

test("with absent = wait, mail to an agent that is gone waits for its deadline", async () => {
  const { send, pass, states } = await army({
    ...{ settings: { absent: "wait" }, outcome: { state: "queued", why: "no-agent" } },
  });
  await send("storm");
  await pass(60);
  expect(await states()).toEqual(["queued"]);
});

test("a restarted relay announces unread mail, and gives it time before it is late", async () => {
  const { send, pass, restart, jump, toInferno, states } = await army();
  await send();
  jump(3600);
  restart();
  await pass(3);
  expect(toInferno()).toEqual([0, 3603]);
  await pass(54);
  expect(await states()).toEqual(["woken"]);
  await pass(9);
  expect(await states()).toEqual(["bounced"]);
});

test("mail returned before the agent came is announced again, with a growing pause, until one more deadline", async () => {
  const { send, pass, restart, notified, states, store, fixture } = await army();
  fixture.outcome = { state: "queued", why: "no-agent" };
  await send();
  await pass(9);
  expect(await states()).toEqual(["bounced"]);
  await pass(30);
  const before = notified.length;
  fixture.outcome = { state: "woken", by: "hook" };
  restart();
  await pass(900);
  expect(notified.slice(before).map(({ at }) => at - 39)).toEqual([3, 24, 66, 147, 267, 387, 507]);
  expect(notified.slice(before).every(({ insist }) => !insist)).toBe(true);
  expect(await states()).toEqual(["bounced"]);
  expect(await store.mail.countUnread("overlord")).toBe(1);
});

test("a clock that jumps ahead makes no mail late at once", async () => {
  const { send, pass, jump, states } = await army();
  await send();
  await pass(9);
  jump(86_400);
  await pass(30);
  expect(await states()).toEqual(["woken"]);
});

test("a clock that was set back does not delay the deadline or the insisting notification", async () => {
  const { send, pass, jump, states, notified } = await army();
  await send();
  jump(-86_400);
  await pass(303);
  expect(notified.some(({ insist }) => insist)).toBe(true);
  expect(await states()).toEqual(["woken"]);
  await pass(300);
  expect(await states()).toEqual(["bounced"]);
});

test.for([
  ["the bounce is stored", "put", 1],
  ["the note of the bounce", "note", 2],
] as const)("a resender that dies before %s informs the sender once", async ([, step, fatal]) => {
  const fixture = await army({ settings: { deadlines: { normal: 30, urgent: 6 } } });
  await fixture.send("storm");
  await fixture.pass(27);
  const { mail } = fixture.store;
  const original = { ...mail };
  let calls = 0;
  Object.assign(mail, {
    [step]: async (...args: never[]) => {
      if (++calls === fatal) throw new Error("killed");
      return (original[step] as (...args: never[]) => Promise<void>)(...args);
    },
  });
  await expect(fixture.pass(9)).rejects.toThrow("killed");
  Object.assign(mail, original);
  expect(await fixture.states()).toEqual(["woken"]);
  fixture.restart();
  await fixture.pass(90);
  expect(await fixture.states()).toEqual(["bounced"]);
  expect(await fixture.store.mail.countUnread("storm")).toBe(1);
});

test("an empty inbox costs one listing", async () => {
  const { store, pass } = await army();
  const asked: string[] = [];
  for (const name of ["unread", "unreadIds", "all", "note"] as const) {
    const original = store.mail[name] as (...args: never[]) => unknown;
    const noted = (...args: never[]) => {
      asked.push(name);
      return original(...args);
    };
    Object.assign(store.mail, { [name]: noted });
  }
  await pass(9);
  expect(asked).toEqual(["unreadIds", "unreadIds", "unreadIds"]);
});

test("acknowledgements wait for the end of the turn and expire without a bounce", async () => {
  const { send, pass, notified, states, store } = await army({ outcome: { state: "queued", why: "busy" } });
  await send("storm", "normal", "re: login", "Thanks!");
  await pass(700);
  expect(notified.filter(({ insist }) => insist)).toEqual([]);
  expect(await states()).toEqual(["expired"]);
  expect(await store.mail.unread("storm")).toEqual([]);
});

test("a message counts the notification attempts of all processes", async () => {
  const { send, pass, restart, notified, store } = await army({ outcome: { state: "queued", why: "busy" } });
  await send();
  await pass(30);
  restart();
  await pass(30);
  expect(notified.length).toBeGreaterThan(3);
  expect(await store.mail.unread("inferno")).toMatchObject([{ delivery: { why: "busy", attempts: notified.length } }]);
});

test("the resender never holds whole texts of unread mail", async () => {
  const { send, pass, store, states } = await army();
  const texts: number[] = [];
  const unread = store.mail.unread.bind(store.mail);
  store.mail.unread = async (role, options) => {
    const messages = await unread(role, options);
    texts.push(...messages.map(({ body }) => body.length));
    return messages;
  };
  for (let n = 0; n < 5; n++) await send("overlord", "normal", `s${n}`, "x".repeat(256 * 1024));
  await pass(900);
  store.mail.unread = unread;
  expect(new Set(await states())).toEqual(new Set(["bounced"]));
  expect(texts.length).toBeGreaterThan(10);
  expect(Math.max(...texts)).toBeLessThan(1000);
});
