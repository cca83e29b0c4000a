import { appendFile, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FORMAT } from "#base/format.ts";
import { amount } from "#test/support/amount.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import type { ArmyEvent } from "./event-state.ts";
import { openEventStream, type PublishedEvent } from "./event-stream.ts";

const MANY = amount(1_000_000);
/** The event file is renewed after this many messages; a million gives the default of 16 MB. */
const longest = 16 * MANY;
const head = { from: "user", to: "storm", subject: "s", priority: "normal", timestamp: "t" } as const;
const message = (id: string): ArmyEvent => ({
  type: "message",
  data: { message: { ...head, id, thread: id, state: "queued" } },
});
const delivery = (id: string, state: "woken" | "read" | "acked"): ArmyEvent => ({
  type: "delivery",
  data: { id, to: "storm", state },
});
const texts = (published: readonly PublishedEvent[]) =>
  published.map(({ event }) => {
    if (event.type === "message") return event.data.message.id;
    return event.type === "delivery" ? `${event.data.id} ${event.data.state}` : event.type;
  });

test("an event is published once, also after a restart; offsets stay valid", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "events.jsonl");
  const first = openEventStream(file);
  expect(texts(first.publish([message("a"), message("b")]))).toEqual(["a", "b"]);
  expect(texts(first.publish([message("a"), delivery("a", "read")]))).toEqual(["a read"]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const { fileId, end, begin } = first;
  first.close();

  const second = openEventStream(file);
  expect(second).toMatchObject({ fileId, end });
  expect(texts(second.publish([message("a"), message("b"), delivery("a", "read")]))).toEqual([]);
  expect(texts(second.publish([delivery("a", "acked")]))).toEqual(["a acked"]);
  expect(texts(second.since({ fileId, offset: end })?.events ?? [])).toEqual(["a acked"]);
  const all = second.since({ fileId, offset: begin ?? -1 })?.events ?? [];
  expect(texts(all)).toEqual(["a", "b", "a read", "a acked"]);
  for (const [index, { end: place }] of all.entries())
    expect(texts(second.since({ fileId, offset: place })?.events ?? [])).toEqual(texts(all.slice(index + 1)));
  second.close();
});

test("an event file of a later format is refused with its name and not changed", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "events.jsonl");
  const text = `${JSON.stringify({ version: FORMAT + 1, journal: "0123456789abcdef" })}\n`;
  await writeFile(file, text);
  expect(() => openEventStream(file)).toThrow(/events\.jsonl has format/);
  expect(await readFile(file, "utf8")).toBe(text);
});

test("two servers that see the same changes publish them once, in the same order", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "events.jsonl");
  const [one, two] = [openEventStream(file), openEventStream(file)];
  const published = { one: [] as PublishedEvent[], two: [] as PublishedEvent[] };
  for (const id of ["a", "b", "c", "d"]) {
    published.one.push(...one.publish([message(id)]));
    published.two.push(...two.publish([message(id), message(`${id}2`)]));
  }
  published.one.push(...one.poll());
  expect(published.one).toEqual(published.two);
  expect(texts(published.one)).toEqual(["a", "a2", "b", "b2", "c", "c2", "d", "d2"]);
  const later = openEventStream(file);
  expect(later.since({ fileId: later.fileId, offset: later.begin ?? -1 })?.events).toEqual(published.one);
  for (const each of [one, two, later]) each.close();
});

test("a torn line loses nothing: its event is published again", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "events.jsonl");
  const stream = openEventStream(file);
  stream.publish([message("a")]);
  await appendFile(file, '{"type":"mess');
  expect(texts(stream.publish([message("b")]))).toEqual([]);
  expect(texts(stream.publish([message("b")]))).toEqual(["b"]);
  stream.close();
});

test("an offset within a line, another file's id, and a file that is no event file are rejected", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "events.jsonl");
  await writeFile(file, "not an event file\n");
  const stream = openEventStream(file);
  expect(texts(stream.publish([message("a")]))).toEqual(["a"]);
  const { fileId, end } = stream;
  for (const offset of [0, 1, end - 1, end + 1, Number.MAX_SAFE_INTEGER])
    expect(stream.since({ fileId, offset }), String(offset)).toBeUndefined();
  expect(stream.since({ fileId: "0123456789abcdef", offset: end })).toBeUndefined();
  stream.close();
});

test("an event file that is too long is renewed: shorter, nothing published twice, and every server follows", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "events.jsonl");
  const [one, two] = [openEventStream(file, { longest: 2000 }), openEventStream(file, { longest: 1e9 })];
  const { fileId } = one;
  for (let n = 0; n < 20; n++) one.publish([message(`m${n}`), delivery(`m${n}`, "acked")]);
  for (let n = 0; n < 20; n++) one.publish([delivery(`m${n}`, "acked")]);
  one.poll();
  expect(one.fileId).not.toBe(fileId);
  expect(one.begin).toBeUndefined();
  expect((await readFile(file, "utf8")).length).toBeLessThan(2000);
  expect(texts(two.poll())).toHaveLength(40);
  expect(two.fileId).toBe(one.fileId);
  expect(one.since({ fileId, offset: 50 })).toBeUndefined();
  for (const each of [one, two]) expect(texts(each.publish([message("m3"), delivery("m4", "acked")]))).toEqual([]);
  expect(texts(two.publish([message("new")]))).toEqual(["new"]);
  expect(texts(one.poll())).toEqual(["new"]);
  for (const each of [one, two]) each.close();
});

test("the event file of very many messages is renewed once, and is short", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "events.jsonl");
  const id = (n: number) => `01${String(n).padStart(24, "0")}`;
  const settled = Array.from({ length: MANY }, (_, n) => id(n));
  const snapshot = { type: "recollection", data: { settled, open: [[id(5), "[]"]], last: [] } };
  await writeFile(file, `{"journal":"0123456789abcdef"}\n${JSON.stringify(snapshot)}\n`);
  const [one, two] = [openEventStream(file, { longest }), openEventStream(file, { longest })];
  one.poll();
  const { fileId, end } = one;
  expect(end).toBeLessThan(2 * 1024 * 1024);
  for (let round = 0; round < 5; round++) for (const each of [one, two]) expect(each.poll()).toEqual([]);
  const later = openEventStream(file, { longest });
  for (const each of [one, two, later]) {
    expect(each).toMatchObject({ fileId, end });
    for (const known of [0, 4, MANY / 2, MANY - 1]) expect(each.publish([message(id(known))])).toEqual([]);
  }
  expect(texts(one.publish([delivery(id(5), "acked"), message(id(MANY))]))).toEqual([`${id(5)} acked`, id(MANY)]);
  expect(texts(two.poll())).toEqual([`${id(5)} acked`, id(MANY)]);
  for (const each of [one, two, later]) each.close();
});

test("the state takes as much room after many messages as after some", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "events.jsonl");
  const stream = openEventStream(file, { longest: 128 * 1024, remembered: 125 });
  const sizes: number[] = [];
  let [fileId, renewals] = [stream.fileId, 0];
  for (let n = 0; n < 12_500; n += 100) {
    const ids = Array.from({ length: 100 }, (_, k) => `m${String(n + k).padStart(9, "0")}`);
    expect(stream.publish(ids.map(message))).toHaveLength(100);
    expect(stream.publish(ids.map((one) => delivery(one, "acked")))).toHaveLength(100);
    stream.poll();
    if (fileId !== stream.fileId) renewals++;
    fileId = stream.fileId;
    sizes.push(JSON.stringify(stream.state.snapshot()).length);
  }
  expect(Math.max(...sizes)).toBeLessThan(12_500);
  expect(renewals).toBeGreaterThan(3);
  expect(renewals).toBeLessThan(60);
  stream.close();
});

test("an event file grows while its snapshot would be more than half as long", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "events.jsonl");
  const stream = openEventStream(file, { longest: 2000 });
  const { fileId } = stream;
  for (let n = 0; n < 30; n++) stream.publish([{ type: "mood", data: { role: "r".repeat(100) + n, mood: "busy" } }]);
  for (let round = 0; round < 5; round++) stream.poll();
  expect(stream.end).toBeGreaterThan(2000);
  expect(stream.fileId).toBe(fileId);
  stream.close();
});
