import { expect, test } from "vitest";
import type { AgentObserver, MoodName } from "#agent-cli/observer.ts";
import type { Waker } from "#agent-cli/waker.ts";
import { systemClock } from "#base/clock.ts";
import { memoryRelayStore } from "#store/memory/relay-store.ts";
import { scriptedWaker } from "#test/support/scripted-waker.ts";
import { sixRoles } from "#test/support/six-roles.ts";
import { verifies } from "#test/support/verifies.ts";
import { mailer } from "./mailer.ts";
import { USER } from "./message.ts";
import { notifier } from "./notifier.ts";
import type { NotifyOutcome } from "./notify.ts";

interface ArmyOptions {
  waker?: (Waker & AgentObserver) | undefined;
  pane?: NotifyOutcome | undefined;
  lang?: "en" | "ja";
  /** The program in the pane is known to have ended. */
  hasEnded?: boolean;
}

/** An army and a notifier, with a pane that records the lines to type. */
async function army(options: ArmyOptions = {}) {
  const { waker, pane, lang = "en", hasEnded = false } = options;
  const store = memoryRelayStore();
  const roster = sixRoles({ lang });
  await store.initialise(roster);
  const typed: string[] = [];
  const notify = notifier({
    pending: store.pending,
    lang,
    waker,
    observer: waker,
    pathsOf: (role) => ({ role, folder: "/session", relay: "/session/relay" }),
    pane: pane && {
      async notify(_role, line) {
        typed.push(line);
        return pane;
      },
      hasEnded: async () => hasEnded,
    },
    clock: systemClock,
  });
  const mail = mailer({ store, roster, clock: systemClock, notifier: notify });
  const send = (priority: "normal" | "urgent" = "normal", from = "overlord") =>
    mail.send({ from, to: "inferno", subject: "s", body: "b", priority });
  return { store, notify, send, typed };
}

const BY_HOOK = "woken by hook";
const BY_TYPING = "woken by typing";

const table: [mood: MoodName, priority: "normal" | "urgent", waits: boolean, what: string][] = [
  ["ready", "normal", true, BY_HOOK],
  ["ready", "normal", false, BY_TYPING],
  ["busy", "normal", true, "queued (busy)"],
  ["busy", "normal", false, "queued (busy)"],
  ["busy", "urgent", true, BY_HOOK],
  ["busy", "urgent", false, "queued (busy)"],
  ["asking", "normal", true, "queued (dialog)"],
  ["asking", "urgent", true, BY_HOOK],
  ["asking", "urgent", false, "queued (dialog)"],
  ["starting", "urgent", true, "queued (starting)"],
  ["limited", "urgent", true, "queued (limited)"],
  ["gone", "urgent", true, "queued (no-agent)"],
  ["unknown", "normal", true, BY_HOOK],
  ["unknown", "normal", false, BY_TYPING],
];

test.for(table)("%s, %s mail, has a wait hook: %s → %s", async ([mood, priority, waits, what]) => {
  const waker = scriptedWaker();
  waker.moods.set("inferno", { mood });
  if (waits) waker.waiting.add("inferno");
  const { store, send, typed } = await army({ waker, pane: { state: "woken", by: "typing" } });
  const { delivery, message } = await send(priority);
  expect(delivery.state === "woken" ? `woken by ${delivery.by}` : `queued (${delivery.why})`).toBe(what);
  expect(waker.wakes.length).toBe(what === BY_HOOK ? 1 : 0);
  expect(typed.length).toBe(what === BY_TYPING ? 1 : 0);
  expect(delivery.notified).toBe(mood !== "gone");
  expect(await store.pending.read("inferno")).toMatchObject({ newest: message.id });
  expect(await store.mail.unread("inferno")).toMatchObject([{ id: message.id, state: delivery.state }]);
});

verifies("relay:send", "the line names every sender of waiting mail, in the session's language", async () => {
  const waker = scriptedWaker();
  const { send, typed } = await army({ waker, pane: { state: "woken", by: "typing" }, lang: "ja" });
  await send("normal", "storm");
  await send("normal", "overlord");
  await send("urgent", "shadow");
  expect(typed).toEqual([
    "[MESSAGE from storm] メッセージが届いています。check_inbox を呼んでください。",
    "[MESSAGE from storm, overlord] メッセージが届いています。check_inbox を呼んでください。",
    "[MESSAGE from shadow] 緊急のメッセージが届いています。今すぐ check_inbox を呼んでください。",
  ]);
  waker.waiting.add("inferno");
  await send("normal", "overlord");
  expect([typed.length, waker.wakes]).toEqual([3, ["inferno"]]);
});

test("an agent that dies before its first hook is reported as gone, not as starting", async () => {
  const waker = scriptedWaker();
  waker.moods.set("inferno", { mood: "starting" });
  const { send, store } = await army({ waker, pane: { state: "woken", by: "typing" }, hasEnded: true });
  expect((await send()).delivery).toEqual({
    ...{ notified: false, state: "queued", why: "no-agent" },
    reason: "the agent of inferno has ended",
  });
  expect(await store.mail.unread("inferno")).toMatchObject([{ state: "queued", delivery: { why: "no-agent" } }]);
});

test("without a waker the line is typed into the pane, which reports why it waits", async () => {
  for (const why of ["user-typing", "dialog", "not-taken", "no-agent"] as const) {
    const { store, send } = await army({ pane: { state: "queued", why } });
    expect((await send()).delivery).toEqual({ notified: why !== "no-agent", state: "queued", why });
    expect(await store.mail.unread("inferno")).toMatchObject([{ state: "queued", delivery: { why } }]);
  }
});

test("without a waker and a pane, only the mark is left", async () => {
  const { store, send } = await army();
  expect((await send()).delivery).toEqual({ notified: true, state: "queued", why: "no-bell" });
  expect(await store.pending.read("inferno")).toBeDefined();
});

test("an agent that has just become idle is not notified, because its hooks read the mark", async () => {
  const waker = scriptedWaker();
  const since = new Date().toISOString();
  waker.moods.set("inferno", { mood: "ready", since });
  const { send, typed } = await army({ waker, pane: { state: "woken", by: "typing" } });
  expect((await send()).delivery).toMatchObject({ state: "queued", why: "busy" });
  expect(typed).toEqual([]);
  waker.moods.set("inferno", { mood: "ready", since: new Date(Date.now() - 10_000).toISOString() });
  expect((await send()).delivery).toMatchObject({ state: "woken", by: "typing" });
});

test("mail that has waited long is announced to an agent that seems busy", async () => {
  const waker = scriptedWaker();
  waker.moods.set("inferno", { mood: "busy" });
  const { notify, send, typed } = await army({ waker, pane: { state: "woken", by: "typing" } });
  const { message } = await send();
  expect(typed).toEqual([]);
  expect(await notify("inferno", { ...message, insist: true })).toEqual({ state: "woken", by: "typing" });
  waker.waiting.add("inferno");
  expect(await notify("inferno", { ...message, insist: true })).toEqual({ state: "woken", by: "hook" });
  waker.moods.set("inferno", { mood: "asking" });
  expect(await notify("inferno", { ...message, insist: true })).toEqual({ state: "queued", why: "dialog" });
});

test("if the waker fails, the recipient is notified by another channel", async () => {
  const broken: Waker & AgentObserver = {
    ...scriptedWaker(),
    mood: () => Promise.reject(new Error("unreadable")),
    wake: () => Promise.reject(new Error("no pipe")),
  };
  const { send } = await army({ waker: broken, pane: { state: "woken", by: "typing" } });
  expect((await send()).delivery).toMatchObject({ state: "woken", by: "typing" });
});

test("the human is never woken", async () => {
  const { notify } = await army({ waker: scriptedWaker(), pane: { state: "woken", by: "typing" } });
  expect(await notify(USER, { id: "1", from: "ovld", priority: "normal" })).toEqual({
    state: "queued",
    why: "no-bell",
  });
});
