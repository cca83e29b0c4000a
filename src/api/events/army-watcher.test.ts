import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { Mood } from "#agent-cli/agent-cli.ts";
import { type Clock, systemClock } from "#base/clock.ts";
import { memoryRelayStore } from "#store/memory/relay-store.ts";
import { readIds, send, testRoster } from "#store/store-fixture.contract.ts";
import { hurriedClock } from "#test/support/hurried-clock.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { startArmyWatcher } from "./army-watcher.ts";
import { openEventStream, type Told } from "./event-stream.ts";

/** Glances never come round again. */
const patient: Clock = { ...systemClock, wait: (ms, signal) => systemClock.wait(ms < 500 ? ms : 2 ** 31 - 1, signal) };

test("another mood is told as soon as its agent's hooks tell it, without a glance", async () => {
  await using folder = await temporaryFolder();
  const store = memoryRelayStore();
  await store.initialise(testRoster);
  const moods = new Map<string, Mood>();
  const notices = new Map<string, () => void>();
  const told: Told[] = [];
  const keeping = startArmyWatcher({
    ...{ session: "ovld-a", store, roster: testRoster, clock: patient, log: { write() {} } },
    chronicle: openEventStream(join(folder.path, "events.jsonl")),
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
  const keeping = startArmyWatcher({
    ...{ session: "ovld-a", store, roster: testRoster, clock: systemClock, log: { write() {} } },
    chronicle: openEventStream(join(folder.path, "events.jsonl")),
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
  const keeping = startArmyWatcher({
    ...{ session: "ovld-a", store, roster: testRoster, log: { write() {} } },
    clock: { ...systemClock, now: () => 3_600_000 * hours++ },
    chronicle: openEventStream(join(folder.path, "events.jsonl")),
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
  const chronicle = openEventStream(join(folder.path, "events.jsonl"));
  const keeping = startArmyWatcher({
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

/** After a long look a server pauses five times as long, and on a busy machine a look is long. */
const PATIENT = { timeout: 90_000 };
const LONG = { timeout: 300_000 };

test(
  "of an army with a long past the newest messages are told, what becomes of older ones, and each new one once",
  LONG,
  async () => {
    await using folder = await temporaryFolder();
    const store = memoryRelayStore();
    await store.initialise(testRoster);
    const forgotten = await send(store, { to: "glacier" });
    for (let n = 0; n < 2500; n++) await send(store, { to: "storm" });
    await readIds(store, "storm");
    const told: Told[] = [];
    const chronicle = openEventStream(join(folder.path, "events.jsonl"));
    const keeping = startArmyWatcher({
      ...{ session: "ovld-a", store, roster: testRoster, clock: hurriedClock(), chronicle, log: { write() {} } },
      onTold: (news) => void told.push(...news),
    });
    await keeping.ready;
    const [messages, progress] = [of("message"), of("delivery")];
    expect(messages(told)).toHaveLength(2000);
    expect(chronicle.begin).toBeUndefined();
    told.length = 0;
    const { id } = await send(store, { to: "storm" });
    await readIds(store, "glacier");
    await vi.waitFor(() => expect(messages(told)).toEqual([id]), PATIENT);
    await vi.waitFor(() => expect(progress(told)).toEqual([forgotten.id]), PATIENT);
    keeping.stop();
    chronicle.close();
  },
);

test("a round reads as few messages of a long archive as of a short one", LONG, async () => {
  const reads: number[] = [];
  for (const messages of [120, 1200]) {
    await using folder = await temporaryFolder();
    const store = memoryRelayStore();
    await store.initialise(testRoster);
    let read = 0;
    const { scroll } = store.mail;
    store.mail.scroll = async function* (options) {
      for await (const message of scroll.call(store.mail, options)) {
        read++;
        yield message;
      }
    };
    const file = join(folder.path, "events.jsonl");
    const chronicle = openEventStream(file, { remembered: 50 });
    const parts = { session: "ovld-a", store, roster: testRoster, clock: hurriedClock(), log: { write() {} } };
    const keeping = startArmyWatcher({ ...parts, chronicle, onTold: () => {} });
    await keeping.ready;
    for (let n = 0; n < messages; n++) await send(store, { to: "storm" });
    await readIds(store, "storm");
    const done = () => chronicle.knowledge.open.size === 0 && chronicle.knowledge.bound !== "";
    await vi.waitFor(() => expect(done()).toBe(true), PATIENT);
    read = 0;
    const { id } = await send(store, { to: "glacier" });
    await vi.waitFor(() => expect(chronicle.knowledge.open.has(id)).toBe(true), PATIENT);
    await readIds(store, "glacier");
    await vi.waitFor(() => expect(chronicle.knowledge.open.size).toBe(0), PATIENT);
    keeping.stop();
    chronicle.close();
    reads.push(read);
  }
  // Nothing but the new message, perhaps in a few rounds.
  expect(Math.max(...reads)).toBeLessThan(20);
});

function of(type: "message" | "delivery"): (told: readonly Told[]) => string[] {
  return (told) =>
    told.flatMap(({ event }) => {
      if (event.type !== type) return [];
      return event.type === "message" ? [event.data.message.id] : event.type === "delivery" ? [event.data.id] : [];
    });
}
