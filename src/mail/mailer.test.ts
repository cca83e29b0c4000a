import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import type { Message } from "#store/mail-store.ts";
import { memoryRelayStore } from "#store/memory/relay-store.ts";
import { sixRoles } from "#test/support/six-roles.ts";
import { verifies } from "#test/support/verifies.ts";
import { courier, markPending, type Ring } from "./mailer.ts";

async function army(options: { ring?: Ring; put?: (message: Message) => Promise<void> } = {}) {
  const store = memoryRelayStore();
  const roster = sixRoles();
  await store.initialise(roster);
  const { put = store.mail.put } = options;
  const send = courier({
    store: { mail: { ...store.mail, put } },
    roster,
    clock: systemClock,
    ring: options.ring ?? markPending(store.pending),
  });
  return { store, courier: send };
}

const draft = { from: "overlord", subject: "s", body: "b" };

verifies("relay:send", "the message is stored, then announced", async () => {
  const events: string[] = [];
  const { store, courier } = await army({
    ring: async (role, announcement) => {
      events.push(`ring ${role} ${announcement.from} ${announcement.priority}`);
      events.push(`unread ${await store.mail.countUnread(role)}`);
      return { state: "queued", why: "busy" };
    },
  });
  const { message, delivery } = await courier.send({ ...draft, to: "inferno", priority: "urgent" });
  expect(events).toEqual(["ring inferno overlord urgent", "unread 1"]);
  expect(delivery).toEqual({ notified: true, state: "queued", why: "busy" });
  expect(await store.mail.unread("inferno")).toEqual([message]);
});

test("the first rung marks who wrote", async () => {
  const { store, courier } = await army();
  const { message } = await courier.send({ ...draft, to: "inferno" });
  expect(await store.pending.read("inferno")).toEqual({ newest: message.id, senders: ["overlord"] });
});

verifies("relay:send:no-pane", "a recipient that cannot be rung is an honest result, and the mail stays", async () => {
  const { store, courier } = await army({
    ring: async () => {
      throw new Error("no pane for inferno\nat somewhere");
    },
  });
  const { message, delivery } = await courier.send({ ...draft, to: "inferno" });
  expect(delivery).toEqual({ notified: false, state: "queued", why: "failed", reason: "no pane for inferno" });
  expect(await store.mail.unread("inferno")).toEqual([message]);
});

test("a recipient that was woken by somebody else meanwhile is said to be woken, and stays so", async () => {
  const at = new Date().toISOString();
  const { store, courier } = await army({
    ring: async (role, { id }) => {
      await store.mail.note(role, id, { state: "woken", by: "hook", at });
      return { state: "queued", why: "busy" };
    },
  });
  await courier.send({ ...draft, to: "storm" });
  const { message, delivery } = await courier.send({ ...draft, to: "storm" });
  expect(delivery).toEqual({ notified: true, state: "woken", by: "hook" });
  expect((await store.mail.unread("storm")).at(-1)).toMatchObject({
    ...{ id: message.id, state: "woken" },
    delivery: { state: "woken", by: "hook", at },
  });
});

test("what breaks a rule, or cannot be stored, is neither stored nor announced", async () => {
  let rings = 0;
  const ring: Ring = async () => {
    rings++;
    return { state: "queued", why: "busy" };
  };
  const { store, courier } = await army({ ring });
  await expect(courier.send({ ...draft, to: "nobody" })).rejects.toMatchObject({ code: "role-unknown" });
  await expect(courier.broadcast({ ...draft, subject: "x".repeat(201) })).rejects.toMatchObject({
    code: "subject-too-long",
  });
  const full = await army({
    ring,
    put: async () => {
      throw new Error("disk full");
    },
  });
  await expect(full.courier.send({ ...draft, to: "inferno" })).rejects.toThrow("disk full");
  expect(rings).toBe(0);
  expect(await store.mail.all()).toEqual([]);
});

verifies("relay:broadcast", "each other role gets its own message of one thread, and is rung", async () => {
  const rung: string[] = [];
  const { store, courier } = await army({
    ring: async (role) => {
      rung.push(role);
      return { state: "queued", why: "busy" };
    },
  });
  const { sent, failed, thread } = await courier.broadcast({ ...draft, from: "strategist" });
  const others = ["overlord", "inferno", "glacier", "shadow", "storm"];
  expect(sent.map(({ message }) => message.to)).toEqual(others);
  expect(new Set(sent.map(({ message }) => message.id)).size).toBe(5);
  expect(new Set(sent.map(({ message }) => message.thread))).toEqual(new Set([thread]));
  expect(failed).toEqual([]);
  expect(rung.sort()).toEqual(others.sort());
  for (const role of others) expect(await store.mail.countUnread(role)).toBe(1);
  expect(await store.mail.countUnread("strategist")).toBe(0);
});

test("a role that a broadcast cannot be stored for, or that cannot be rung, does not stop the others", async () => {
  const { store, courier } = await army({
    put: async (message) => {
      if (message.to === "glacier") throw new Error("disk full");
      await store.mail.put(message);
    },
    ring: async (role) => {
      if (role === "storm") throw new Error("no pane");
      return { state: "queued", why: "busy" };
    },
  });
  const { sent, failed } = await courier.broadcast(draft);
  expect(failed).toEqual([{ to: "glacier", reason: "disk full" }]);
  expect(sent.map(({ message, delivery }) => [message.to, delivery.notified])).toEqual([
    ["strategist", true],
    ["inferno", true],
    ["shadow", true],
    ["storm", false],
  ]);
});

test("sends at once are stored in the order they were asked for", async () => {
  const stored: string[] = [];
  const { store, courier } = await army({
    put: async (message) => {
      if (message.body === "0") for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      stored.push(message.body);
      await store.mail.put(message);
    },
  });
  await Promise.all([0, 1, 2].map((n) => courier.send({ ...draft, to: "inferno", body: String(n) })));
  expect(stored).toEqual(["0", "1", "2"]);
});

test("a send that failed does not hold up the next", async () => {
  const { courier } = await army();
  const failing = courier.send({ ...draft, to: "nobody" });
  const next = courier.send({ ...draft, to: "inferno" });
  await expect(failing).rejects.toThrow();
  expect((await next).delivery.notified).toBe(true);
});
