import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { Mood } from "#agent-cli/agent-cli.ts";
import { type Clock, systemClock } from "#base/clock.ts";
import { memoryRelayStore } from "#store/memory/relay-store.ts";
import { testRoster } from "#store/store-world.contract.ts";
import { temporaryFolder } from "#test/temporary-folder.ts";
import { openChronicle, type Told } from "./chronicle.ts";
import { keepChronicle } from "./keep-chronicle.ts";

/** Glances never come round again. */
const patient: Clock = { ...systemClock, wait: (ms, signal) => systemClock.wait(ms < 500 ? ms : 2 ** 31 - 1, signal) };

test("another mood is told as soon as its agent's hooks tell it, without a glance", async () => {
  await using folder = await temporaryFolder();
  const store = memoryRelayStore();
  await store.initialise(testRoster);
  const moods = new Map<string, Mood>();
  const notices = new Map<string, () => void>();
  const told: Told[] = [];
  const keeping = keepChronicle({
    ...{ session: "ovld-a", store, roster: testRoster, clock: patient, log: { write() {} } },
    chronicle: openChronicle(join(folder.path, "events.jsonl")),
    mood: async (role) => moods.get(role) ?? { mood: "unknown" },
    onMood: async (role, tell) => void notices.set(role, tell),
    onTold: (news) => void told.push(...news),
  });
  await keeping.ready;
  // More often than it glances because it has just begun.
  for (let turn = 0; turn < 24; turn++) {
    const mood = turn % 2 === 0 ? "asking" : "busy";
    moods.set("storm", { mood });
    notices.get("storm")?.();
    await vi.waitFor(
      () => expect(told.at(-1)).toMatchObject({ event: { type: "mood", data: { role: "storm", mood } } }),
      { timeout: 10_000 },
    );
  }
  keeping.stop();
});

test("a role whose mood cannot be read keeps neither status nor mood of the others from being told", async () => {
  await using folder = await temporaryFolder();
  const store = memoryRelayStore();
  await store.initialise(testRoster);
  const told: Told[] = [];
  const keeping = keepChronicle({
    ...{ session: "ovld-a", store, roster: testRoster, clock: systemClock, log: { write() {} } },
    chronicle: openChronicle(join(folder.path, "events.jsonl")),
    mood: async (role) => (role === "storm" ? Promise.reject(new SyntaxError("\\q")) : { mood: "ready" }),
    onTold: (news) => void told.push(...news),
  });
  const rolesOf = (type: string) =>
    told.flatMap(({ event }) => (event.type === type ? [(event.data as { role: string }).role] : []));
  const all = testRoster.roles.map(({ id }) => id);
  await vi.waitFor(() => expect(rolesOf("status").sort()).toEqual([...all].sort()), { timeout: 20_000 });
  expect(rolesOf("mood").sort()).toEqual(all.filter((id) => id !== "storm").sort());
  keeping.stop();
});

test("a clock that jumps ahead while somebody looks does not make the looks rare", async () => {
  await using folder = await temporaryFolder();
  const store = memoryRelayStore();
  await store.initialise(testRoster);
  let hours = 0;
  const told: Told[] = [];
  const keeping = keepChronicle({
    ...{ session: "ovld-a", store, roster: testRoster, log: { write() {} } },
    clock: { ...systemClock, now: () => 3_600_000 * hours++ },
    chronicle: openChronicle(join(folder.path, "events.jsonl")),
    onTold: (news) => void told.push(...news),
  });
  await keeping.ready;
  await store.status.set({ role: "storm", status: "working", task: "a page", updated: new Date(0).toISOString() });
  const news = { event: { type: "status", data: { role: "storm", status: "working" } } };
  await vi.waitFor(() => expect(told.at(-1)).toMatchObject(news), { timeout: 20_000 });
  keeping.stop();
});

test("whoever ends the watch may close the chronicle, whatever is looked at just then", async () => {
  await using folder = await temporaryFolder();
  const store = memoryRelayStore();
  await store.initialise(testRoster);
  const failed: object[] = [];
  const looks: ((mood: Mood) => void)[] = [];
  const chronicle = openChronicle(join(folder.path, "events.jsonl"));
  const keeping = keepChronicle({
    ...{ session: "ovld-a", store, roster: testRoster, clock: systemClock, chronicle },
    log: { write: (_level, event, fields) => void failed.push({ event, ...fields }) },
    mood: () => new Promise((seen) => looks.push(seen)),
    onTold: () => {},
  });
  await vi.waitFor(() => expect(looks).toHaveLength(testRoster.roles.length), { timeout: 20_000 });
  keeping.stop();
  chronicle.close();
  for (const seen of looks) seen({ mood: "ready" });
  await systemClock.wait(50);
  expect(failed).toEqual([]);
});
