import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { sessionPaths } from "#home/paths.ts";
import { openRegistry } from "#home/registry.ts";
import { mailer } from "#mail/mailer.ts";
import { markPending } from "#mail/notifier.ts";
import { type RegisteredArmy, registerArmy } from "#test/support/register-army.ts";
import { temporaryArmy } from "#test/support/temporary-army.ts";
import { openStream, type StreamedEvent } from "./event-stream.ts";
import { serving } from "./serving.ts";

const TIME = { timeout: 120_000 };

/** Sends numbered messages to all roles in turn. */
function sender({ store, roster }: RegisteredArmy) {
  const mail = mailer({ store, roster, clock: systemClock, notifier: markPending(store.pending) });
  let sent = 0;
  return async (count: number) => {
    for (let left = count; left > 0; left--, sent++) {
      const to = roster.roles[sent % roster.roles.length]?.id ?? "";
      await mail.send({ from: "user", to, subject: String(sent), body: `text ${sent}` });
    }
  };
}

const subjects = (events: readonly StreamedEvent[]) =>
  events.filter(({ type }) => type === "message").map(({ data }) => Number(data.message.subject));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
const sorted = (numbers: number[]) => numbers.sort((a, b) => a - b);

test("each message once, without its text, across restarts and a SIGKILL of the server", TIME, async () => {
  await using army = await temporaryArmy();
  const send = sender(await registerArmy(army));
  const seen: StreamedEvent[] = [];
  let last: string | undefined;
  for (const [round, signal] of (["SIGINT", "SIGKILL", "SIGTERM"] as const).entries()) {
    await using server = await serving(army);
    await using stream = await openStream(server, { last });
    await stream.until((events) => events.some(({ type }) => type === "ready"));
    await send(10);
    await stream.until((events) => subjects([...seen, ...events]).length >= 20 * round + 10);
    // The client gets some of these before it stops, and the rest when it resumes.
    await send(5);
    await server.stop(signal);
    await stream.close();
    seen.push(...stream.events);
    last = stream.last();
    await send(5);
  }
  await using server = await serving(army);
  await using stream = await openStream(server, { last, query: "?follow=false" });
  await stream.until((events) => events.some(({ type }) => type === "ready"));
  seen.push(...stream.events);
  expect(sorted(subjects(seen))).toEqual(upTo(60));
  expect(seen.filter(({ type }) => type === "reset")).toEqual([]);
  expect(JSON.stringify(seen)).not.toContain("text 3");
});

test("a client can resume from any event, also at another server that runs at the same time", TIME, async () => {
  await using army = await temporaryArmy();
  const send = sender(await registerArmy(army));
  await using one = await serving(army);
  await using two = await serving(army);
  await using stream = await openStream(one);
  await using other = await openStream(two);
  for (const each of [stream, other]) await each.until((events) => events.some(({ type }) => type === "ready"));
  await send(12);
  for (const each of [stream, other]) await each.until((events) => subjects(events).length >= 12);
  for (const each of [stream, other]) expect(sorted(subjects(each.events))).toEqual(upTo(12));
  const messages = stream.of("message");
  for (const at of [0, 5, 11]) {
    await using again = await openStream(two, { last: messages[at]?.id, query: "?follow=false" });
    await again.until((events) => events.some(({ type }) => type === "ready"));
    expect(sorted(subjects([...messages.slice(0, at + 1), ...again.events]))).toEqual(upTo(12));
  }
});

test("deliveries of a message, and the status of a role", TIME, async () => {
  await using army = await temporaryArmy();
  const registered = await registerArmy(army);
  const { store } = registered;
  await using server = await serving(army);
  await using stream = await openStream(server, { query: "?session=ovld-mine" });
  await stream.until((events) => events.some(({ type }) => type === "ready"));
  await sender(registered)(1);
  await stream.until((events) => subjects(events).length === 1);
  const { acknowledge } = await store.mail.take("overlord");
  const states = () => stream.of("delivery").map(({ data }) => data.state);
  await stream.until(() => states().includes("read"));
  await acknowledge();
  await stream.until(() => states().includes("acked"));
  await store.status.set({ role: "storm", status: "blocked", task: "門", updated: "2026-01-01T00:00:00.000Z" });
  await stream.until(() => stream.of("status").some(({ data }) => data.status === "blocked" && data.task === "門"));
});

test("armies that come and go, and a position that no longer exists", TIME, async () => {
  await using army = await temporaryArmy();
  await using server = await serving(army);
  await using stream = await openStream(server);
  await stream.until((events) => events.some(({ type }) => type === "ready"));
  const send = sender(await registerArmy(army));
  await stream.until(() => stream.of("session").some(({ data }) => data.session === "ovld-mine"));
  await send(3);
  await stream.until((events) => subjects(events).length === 3);
  const last = stream.last();
  const [prefix = ""] = last?.match(/^.{8}/) ?? [];
  for (const unknown of ["nonsense", "ovld-mine:0000:12", `${prefix}Aw`, "AAAAAAAAAA", "x".repeat(9000)]) {
    await using lost = await openStream(server, { last: unknown, query: "?follow=false" });
    await lost.until((events) => events.some(({ type }) => type === "ready"));
    expect(
      lost.events.map(({ type }) => type),
      unknown,
    ).toEqual(["reset", "ready"]);
  }
  await openRegistry({ paths: army.paths, clock: systemClock }).remove("ovld-mine");
  await rm(sessionPaths(army.paths, "ovld-mine").folder, { recursive: true });
  await stream.until(() => stream.of("session-removed").length === 1);
  await using later = await openStream(server, { last, query: "?follow=false" });
  await later.until((events) => events.some(({ type }) => type === "ready"));
  expect(later.events.map(({ type }) => type)).toEqual(["reset", "ready"]);
});
