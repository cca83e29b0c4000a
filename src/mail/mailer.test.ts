import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { memoryRelayStore } from "#store/memory/relay-store.ts";
import { sixRoles } from "#test/support/six-roles.ts";
import { verifies } from "#test/support/verifies.ts";
import { mailer } from "./mailer.ts";
import type { Message } from "./message.ts";
import { markPending } from "./notifier.ts";
import type { Notifier } from "./notify.ts";

async function army(options: { notifier?: Notifier; put?: (message: Message) => Promise<void> } = {}) {
  const store = memoryRelayStore();
  const roster = sixRoles();
  await store.initialise(roster);
  const { put = store.mail.put } = options;
  const send = mailer({
    store: { mail: { ...store.mail, put } },
    roster,
    clock: systemClock,
    notifier: options.notifier ?? markPending(store.pending),
  });
  return { store, mailer: send };
}

const draft = { from: "overlord", subject: "s", body: "b" };

verifies("relay:send", "the message is stored, then its recipient is notified", async () => {
  const events: string[] = [];
  const { store, mailer } = await army({
    notifier: async (role, notification) => {
      events.push(`notify ${role} ${notification.from} ${notification.priority}`);
      events.push(`unread ${await store.mail.countUnread(role)}`);
      return { state: "queued", why: "busy" };
    },
  });
  const { message, delivery } = await mailer.send({ ...draft, to: "inferno", priority: "urgent" });
  expect(events).toEqual(["notify inferno overlord urgent", "unread 1"]);
  expect(delivery).toEqual({ notified: true, state: "queued", why: "busy" });
  expect(await store.mail.unread("inferno")).toEqual([message]);
});

test("the first channel is a mark that names the sender", async () => {
  const { store, mailer } = await army();
  const { message } = await mailer.send({ ...draft, to: "inferno" });
  expect(await store.pending.read("inferno")).toEqual({ newest: message.id, senders: ["overlord"] });
});

verifies("relay:send:no-pane", "a recipient that cannot be notified is reported, and its mail stays", async () => {
  const { store, mailer } = await army({
    notifier: async () => {
      throw new Error("no pane for inferno\nat somewhere");
    },
  });
  const { message, delivery } = await mailer.send({ ...draft, to: "inferno" });
  expect(delivery).toEqual({ notified: false, state: "queued", why: "failed", reason: "no pane for inferno" });
  expect(await store.mail.unread("inferno")).toEqual([message]);
});

test("a recipient that another process has woken meanwhile is reported as woken, and the note stays", async () => {
  const at = new Date().toISOString();
  const { store, mailer } = await army({
    notifier: async (role, { id }) => {
      await store.mail.note(role, id, { state: "woken", by: "hook", at });
      return { state: "queued", why: "busy" };
    },
  });
  await mailer.send({ ...draft, to: "storm" });
  const { message, delivery } = await mailer.send({ ...draft, to: "storm" });
  expect(delivery).toEqual({ notified: true, state: "woken", by: "hook" });
  expect((await store.mail.unread("storm")).at(-1)).toMatchObject({
    ...{ id: message.id, state: "woken" },
    delivery: { state: "woken", by: "hook", at },
  });
});

test("a message that breaks a rule or cannot be stored is neither stored nor announced", async () => {
  let notifications = 0;
  const notifier: Notifier = async () => {
    notifications++;
    return { state: "queued", why: "busy" };
  };
  const { store, mailer } = await army({ notifier });
  await expect(mailer.send({ ...draft, to: "missing" })).rejects.toMatchObject({ code: "role-unknown" });
  await expect(mailer.broadcast({ ...draft, subject: "x".repeat(201) })).rejects.toMatchObject({
    code: "subject-too-long",
  });
  const full = await army({
    notifier,
    put: async () => {
      throw new Error("disk full");
    },
  });
  await expect(full.mailer.send({ ...draft, to: "inferno" })).rejects.toThrow("disk full");
  expect(notifications).toBe(0);
  expect(await store.mail.all()).toEqual([]);
});

verifies("relay:broadcast", "each other role gets its own message in one thread, and is notified", async () => {
  const notified: string[] = [];
  const { store, mailer } = await army({
    notifier: async (role) => {
      notified.push(role);
      return { state: "queued", why: "busy" };
    },
  });
  const { sent, failed, thread } = await mailer.broadcast({ ...draft, from: "strategist" });
  const others = ["overlord", "inferno", "glacier", "shadow", "storm"];
  expect(sent.map(({ message }) => message.to)).toEqual(others);
  expect(new Set(sent.map(({ message }) => message.id)).size).toBe(5);
  expect(new Set(sent.map(({ message }) => message.thread))).toEqual(new Set([thread]));
  expect(failed).toEqual([]);
  expect(notified.sort()).toEqual(others.sort());
  for (const role of others) expect(await store.mail.countUnread(role)).toBe(1);
  expect(await store.mail.countUnread("strategist")).toBe(0);
});

test("a failed recipient of a broadcast does not stop the others", async () => {
  const { store, mailer } = await army({
    put: async (message) => {
      if (message.to === "glacier") throw new Error("disk full");
      await store.mail.put(message);
    },
    notifier: async (role) => {
      if (role === "storm") throw new Error("no pane");
      return { state: "queued", why: "busy" };
    },
  });
  const { sent, failed } = await mailer.broadcast(draft);
  expect(failed).toEqual([{ to: "glacier", reason: "disk full" }]);
  expect(sent.map(({ message, delivery }) => [message.to, delivery.notified])).toEqual([
    ["strategist", true],
    ["inferno", true],
    ["shadow", true],
    ["storm", false],
  ]);
});

test("concurrent sends are stored in the order of the calls", async () => {
  const stored: string[] = [];
  const { store, mailer } = await army({
    put: async (message) => {
      if (message.body === "0") for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      stored.push(message.body);
      await store.mail.put(message);
    },
  });
  await Promise.all([0, 1, 2].map((n) => mailer.send({ ...draft, to: "inferno", body: String(n) })));
  expect(stored).toEqual(["0", "1", "2"]);
});

test("a failed send does not block the next one", async () => {
  const { mailer } = await army();
  const failing = mailer.send({ ...draft, to: "missing" });
  const next = mailer.send({ ...draft, to: "inferno" });
  await expect(failing).rejects.toThrow();
  expect((await next).delivery.notified).toBe(true);
});
