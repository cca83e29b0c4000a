import { appendFile, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FORMAT } from "#base/format.ts";
import { amount } from "#test/support/amount.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import type { ArmyEvent } from "./event-state.ts";
import { openEventStream, type Told } from "./event-stream.ts";

const MANY = amount(1_000_000);
/** Of so many messages a journal is begun anew: with a million, where it is when nothing else is said. */
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
const texts = (told: readonly Told[]) =>
  told.map(({ event }) => {
    if (event.type === "message") return event.data.message.id;
    return event.type === "delivery" ? `${event.data.id} ${event.data.state}` : event.type;
  });

test("what was told once is not told again, also after a restart; places stay", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "events.jsonl");
  const first = openEventStream(file);
  expect(texts(first.tell([message("a"), message("b")]))).toEqual(["a", "b"]);
  expect(texts(first.tell([message("a"), delivery("a", "read")]))).toEqual(["a read"]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const { journal, end, begin } = first;
  first.close();

  const second = openEventStream(file);
  expect(second).toMatchObject({ journal, end });
  expect(texts(second.tell([message("a"), message("b"), delivery("a", "read")]))).toEqual([]);
  expect(texts(second.tell([delivery("a", "acked")]))).toEqual(["a acked"]);
  expect(texts(second.since(journal, end)?.told ?? [])).toEqual(["a acked"]);
  const all = second.since(journal, begin ?? -1)?.told ?? [];
  expect(texts(all)).toEqual(["a", "b", "a read", "a acked"]);
  for (const [index, { end: place }] of all.entries())
    expect(texts(second.since(journal, place)?.told ?? [])).toEqual(texts(all.slice(index + 1)));
  second.close();
});

test("a journal of a later format is refused by its name and left as it is", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "events.jsonl");
  const text = `${JSON.stringify({ version: FORMAT + 1, journal: "0123456789abcdef" })}\n`;
  await writeFile(file, text);
  expect(() => openEventStream(file)).toThrow(/events\.jsonl has format/);
  expect(await readFile(file, "utf8")).toBe(text);
});

test("two servers that see the same tell it once, in the same order", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "events.jsonl");
  const [one, two] = [openEventStream(file), openEventStream(file)];
  const told = { one: [] as Told[], two: [] as Told[] };
  for (const id of ["a", "b", "c", "d"]) {
    told.one.push(...one.tell([message(id)]));
    told.two.push(...two.tell([message(id), message(`${id}2`)]));
  }
  told.one.push(...one.follow());
  expect(told.one).toEqual(told.two);
  expect(texts(told.one)).toEqual(["a", "a2", "b", "b2", "c", "c2", "d", "d2"]);
  const later = openEventStream(file);
  expect(later.since(later.journal, later.begin ?? -1)?.told).toEqual(told.one);
  for (const each of [one, two, later]) each.close();
});

test("a torn line loses nothing: what it told is told again", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "events.jsonl");
  const chronicle = openEventStream(file);
  chronicle.tell([message("a")]);
  await appendFile(file, '{"type":"mess');
  expect(texts(chronicle.tell([message("b")]))).toEqual([]);
  expect(texts(chronicle.tell([message("b")]))).toEqual(["b"]);
  chronicle.close();
});

test("a place that is none, and a file that is no journal", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "events.jsonl");
  await writeFile(file, "not a journal\n");
  const chronicle = openEventStream(file);
  expect(texts(chronicle.tell([message("a")]))).toEqual(["a"]);
  const { journal, end } = chronicle;
  for (const offset of [0, 1, end - 1, end + 1, Number.MAX_SAFE_INTEGER])
    expect(chronicle.since(journal, offset), String(offset)).toBeUndefined();
  expect(chronicle.since("0123456789abcdef", end)).toBeUndefined();
  chronicle.close();
});

test("a journal that grew too long is begun anew: shorter, nothing told twice, and every server follows", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "events.jsonl");
  const [one, two] = [openEventStream(file, { longest: 2000 }), openEventStream(file, { longest: 1e9 })];
  const { journal } = one;
  for (let n = 0; n < 20; n++) one.tell([message(`m${n}`), delivery(`m${n}`, "acked")]);
  for (let n = 0; n < 20; n++) one.tell([delivery(`m${n}`, "acked")]);
  one.follow();
  expect(one.journal).not.toBe(journal);
  expect(one.begin).toBeUndefined();
  expect((await readFile(file, "utf8")).length).toBeLessThan(2000);
  expect(texts(two.follow())).toHaveLength(40);
  expect(two.journal).toBe(one.journal);
  expect(one.since(journal, 50)).toBeUndefined();
  for (const each of [one, two]) expect(texts(each.tell([message("m3"), delivery("m4", "acked")]))).toEqual([]);
  expect(texts(two.tell([message("new")]))).toEqual(["new"]);
  expect(texts(one.follow())).toEqual(["new"]);
  for (const each of [one, two]) each.close();
});

test("the journal of very many messages is begun anew once, and is short", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "events.jsonl");
  const id = (n: number) => `01${String(n).padStart(24, "0")}`;
  const settled = Array.from({ length: MANY }, (_, n) => id(n));
  const recollection = { type: "recollection", data: { settled, open: [[id(5), "[]"]], last: [] } };
  await writeFile(file, `{"journal":"0123456789abcdef"}\n${JSON.stringify(recollection)}\n`);
  const [one, two] = [openEventStream(file, { longest }), openEventStream(file, { longest })];
  one.follow();
  const { journal, end } = one;
  expect(end).toBeLessThan(2 * 1024 * 1024);
  for (let round = 0; round < 5; round++) for (const each of [one, two]) expect(each.follow()).toEqual([]);
  const later = openEventStream(file, { longest });
  for (const each of [one, two, later]) {
    expect(each).toMatchObject({ journal, end });
    for (const known of [0, 4, MANY / 2, MANY - 1]) expect(each.tell([message(id(known))])).toEqual([]);
  }
  expect(texts(one.tell([delivery(id(5), "acked"), message(id(MANY))]))).toEqual([`${id(5)} acked`, id(MANY)]);
  expect(texts(two.follow())).toEqual([`${id(5)} acked`, id(MANY)]);
  for (const each of [one, two, later]) each.close();
});

test("what is known takes as much room after many messages as after some", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "events.jsonl");
  const chronicle = openEventStream(file, { longest: 128 * 1024, remembered: 125 });
  const sizes: number[] = [];
  let [journal, renewals] = [chronicle.journal, 0];
  for (let n = 0; n < 12_500; n += 100) {
    const ids = Array.from({ length: 100 }, (_, k) => `m${String(n + k).padStart(9, "0")}`);
    expect(chronicle.tell(ids.map(message))).toHaveLength(100);
    expect(chronicle.tell(ids.map((one) => delivery(one, "acked")))).toHaveLength(100);
    chronicle.follow();
    if (journal !== chronicle.journal) renewals++;
    journal = chronicle.journal;
    sizes.push(JSON.stringify(chronicle.knowledge.recollection()).length);
  }
  expect(Math.max(...sizes)).toBeLessThan(12_500);
  expect(renewals).toBeGreaterThan(3);
  expect(renewals).toBeLessThan(60);
  chronicle.close();
});

test("a journal whose story cannot be told much shorter is left to grow", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "events.jsonl");
  const chronicle = openEventStream(file, { longest: 2000 });
  const { journal } = chronicle;
  for (let n = 0; n < 30; n++) chronicle.tell([{ type: "mood", data: { role: "r".repeat(100) + n, mood: "busy" } }]);
  for (let round = 0; round < 5; round++) chronicle.follow();
  expect(chronicle.end).toBeGreaterThan(2000);
  expect(chronicle.journal).toBe(journal);
  chronicle.close();
});
