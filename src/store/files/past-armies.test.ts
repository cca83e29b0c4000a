import { existsSync } from "node:fs";
import { appendFile, mkdir, readdir, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Clock, systemClock } from "#base/clock.ts";
import type { Message } from "#mail/message.ts";
import { DAY } from "#store/keep-limits.ts";
import type { ArmyFacts, PastArmy } from "#store/past-armies.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { filePastArmies } from "./past-armies.ts";

const NOW = Date.parse("2026-11-16T12:00:00Z");
const clock: Clock = { ...systemClock, now: () => NOW };

const facts = (session: string, daysAgo = 0): ArmyFacts => ({
  ...{ session, directory: "/p", formation: "overlord", multiplexer: "tmux" },
  started: new Date(NOW - (daysAgo + 1) * DAY).toISOString(),
  ended: new Date(NOW - daysAgo * DAY).toISOString(),
  ...{ roles: [], statuses: [], tokens: {}, starts: {}, cuts: {} },
});

async function* mail(count: number, body = "b\n炎"): AsyncGenerator<Message> {
  for (let n = 0; n < count; n++)
    yield {
      ...{ id: `id-${n}`, from: "overlord", to: "inferno", subject: `s${n}`, body, thread: "id-0" },
      ...{ priority: "normal", timestamp: new Date(NOW).toISOString(), state: "acked" },
    };
}

async function fixture() {
  const { path, ...disposal } = await temporaryFolder();
  const folder = join(path, "history");
  return { ...disposal, folder, past: filePastArmies(folder, { clock }) };
}

async function subjects(army: PastArmy | undefined): Promise<string[]> {
  const found: string[] = [];
  for await (const { subject } of army?.messages() ?? []) found.push(subject);
  return found;
}

test("kept armies are listed by the time of their end, and are closed to other users", async () => {
  await using here = await fixture();
  expect(await here.past.list()).toEqual([]);
  await here.past.keep(facts("ovld-b"), mail(3));
  await here.past.keep(facts("ovld-a", 2), mail(0));
  const armies = await here.past.list();
  expect(armies.map(({ facts }) => facts.session)).toEqual(["ovld-a", "ovld-b"]);
  expect(armies[1]?.facts).toEqual(facts("ovld-b"));
  expect(armies[1]?.name).toMatch(/^ovld-b-20261116T120000Z-[0-9a-f]{4}$/);
  expect(await subjects(armies[1])).toEqual(["s0", "s1", "s2"]);
  const location = join(here.folder, armies[1]?.name ?? "");
  for (const folder of [here.folder, location]) expect((await stat(folder)).mode & 0o777).toBe(0o700);
  for (const name of await readdir(location)) expect((await stat(join(location, name))).mode & 0o777, name).toBe(0o600);
});

test("an army with unreadable mail is not kept, and the attempt leaves no file", async () => {
  await using here = await fixture();
  async function* broken(): AsyncGenerator<Message> {
    yield* mail(1);
    throw new Error("disk");
  }
  await expect(here.past.keep(facts("ovld-a"), broken())).rejects.toThrow();
  expect(await readdir(here.folder)).toEqual([]);
});

test("a damaged line and a damaged army are skipped", async () => {
  await using here = await fixture();
  await here.past.keep(facts("ovld-a"), mail(2));
  const [army] = await here.past.list();
  await appendFile(join(here.folder, army?.name ?? "", "mail.jsonl"), '{"id":"x"}\n{"half');
  for (const name of ["empty", "strange"]) await mkdir(join(here.folder, name));
  await writeFile(join(here.folder, "strange", "facts.json"), "{}");
  expect(await here.past.list()).toHaveLength(1);
  expect(await subjects(army)).toEqual(["s0", "s1"]);
});

test("too old armies, then the oldest until the rest fits, and files of dead processes are removed", async () => {
  await using here = await fixture();
  const { past, folder } = here;
  await past.keep(facts("ovld-old", 40), mail(1));
  for (const [name, days] of [
    ["ovld-a", 3],
    ["ovld-b", 2],
    ["ovld-c", 1],
  ] as const)
    await past.keep(facts(name, days), mail(1, "x".repeat(700_000)));
  const left = join(folder, ".unfinished-1");
  const young = join(folder, ".unfinished-2");
  for (const location of [left, young]) await mkdir(location);
  await utimes(left, 0, 0);
  await past.trim({ days: 30, megabytes: 100 });
  expect((await past.list()).map(({ facts }) => facts.session)).toEqual(["ovld-a", "ovld-b", "ovld-c"]);
  expect([existsSync(left), existsSync(young)]).toEqual([false, true]);
  await past.trim({ days: 30, megabytes: 1 });
  expect((await past.list()).map(({ facts }) => facts.session)).toEqual(["ovld-c"]);
  await past.trim({ days: 0, megabytes: 1 });
  expect(await past.list()).toEqual([]);
});

test("mail is read on demand", async () => {
  await using here = await fixture();
  await here.past.keep(facts("ovld-a"), mail(20_000, "x".repeat(2000)));
  const [army] = await here.past.list();
  const before = process.memoryUsage().heapUsed;
  let [count, most] = [0, 0];
  for await (const _ of army?.messages() ?? [])
    if (++count % 1000 === 0) most = Math.max(most, process.memoryUsage().heapUsed - before);
  expect(count).toBe(20_000);
  expect(army?.bytes).toBeGreaterThan(40_000_000);
  expect(most).toBeLessThan(army?.bytes ?? 0);
});
