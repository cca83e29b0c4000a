import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { Mood } from "#agent-cli/observer.ts";
import { type Clock, systemClock } from "#base/clock.ts";
import { memoryRelayStore } from "#store/memory/relay-store.ts";
import { readIds, send, testRoster } from "#store/store-fixture.contract.ts";
import { hurriedClock } from "#test/support/hurried-clock.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { type ArmyWatcherParts, startArmyWatcher } from "./army-watcher.ts";
import { openEventStream, type PublishedEvent } from "./event-stream.ts";

/** The pause after the first round is longer than the test. */
const patient: Clock = { ...systemClock, wait: (ms, signal) => systemClock.wait(ms < 500 ? ms : 2 ** 31 - 1, signal) };

const base: Pick<ArmyWatcherParts, "session" | "roster" | "log" | "mood" | "onMood"> = {
  session: "ovld-a",
  roster: testRoster,
  log: { write() {} },
  mood: async () => ({ mood: "unknown" }),
  onMood() {},
};

test("a new mood is published when the agent's hooks report it, without a poll", async () => {
  await using folder = await temporaryFolder();
  const store = memoryRelayStore();
  await store.initialise(testRoster);
  const moods = new Map<string, Mood>();
  const notices = new Map<string, () => void>();
  const published: PublishedEvent[] = [];
  const watcher = startArmyWatcher({
    ...{ ...base, store, clock: patient },
    stream: openEventStream(join(folder.path, "events.jsonl")),
    mood: async (role) => moods.get(role) ?? { mood: "unknown" },
    onMood: (role, tell) => void notices.set(role, tell),
    onEvents: (events) => void published.push(...events),
  });
  await watcher.ready;
  // More turns than the first rounds could explain.
  for (let turn = 0; turn < 24; turn++) {
    const mood = turn % 2 === 0 ? "asking" : "busy";
    moods.set("storm", { mood });
    notices.get("storm")?.();
    await vi.waitFor(
      () => expect(published.at(-1)).toMatchObject({ event: { type: "mood", data: { role: "storm", mood } } }),
      { timeout: 10_000 },
    );
  }
  watcher.stop();
});

test("an unreadable mood does not block statuses and the moods of other roles", async () => {
  await using folder = await temporaryFolder();
  const store = memoryRelayStore();
  await store.initialise(testRoster);
  const published: PublishedEvent[] = [];
  const watcher = startArmyWatcher({
    ...{ ...base, store, clock: systemClock },
    stream: openEventStream(join(folder.path, "events.jsonl")),
    mood: async (role) => (role === "storm" ? Promise.reject(new SyntaxError("\\q")) : { mood: "ready" }),
    onEvents: (events) => void published.push(...events),
  });
  const rolesOf = (type: string) =>
    published.flatMap(({ event }) => (event.type === type ? [(event.data as { role: string }).role] : []));
  const all = testRoster.roles.map(({ id }) => id);
  await vi.waitFor(() => expect(rolesOf("status").sort()).toEqual([...all].sort()), { timeout: 20_000 });
  expect(rolesOf("mood").sort()).toEqual(all.filter((id) => id !== "storm").sort());
  watcher.stop();
});

test("a clock that jumps ahead during a round does not make rounds rare", async () => {
  await using folder = await temporaryFolder();
  const store = memoryRelayStore();
  await store.initialise(testRoster);
  let hours = 0;
  const published: PublishedEvent[] = [];
  const watcher = startArmyWatcher({
    ...{ ...base, store },
    clock: { ...systemClock, now: () => 3_600_000 * hours++ },
    stream: openEventStream(join(folder.path, "events.jsonl")),
    onEvents: (events) => void published.push(...events),
  });
  await watcher.ready;
  await store.status.set({ role: "storm", status: "working", task: "a page", updated: new Date(0).toISOString() });
  const changed = { event: { type: "status", data: { role: "storm", status: "working" } } };
  await vi.waitFor(() => expect(published.at(-1)).toMatchObject(changed), { timeout: 20_000 });
  watcher.stop();
});

test("the stream can be closed after the watcher has stopped, also during a round", async () => {
  await using folder = await temporaryFolder();
  const store = memoryRelayStore();
  await store.initialise(testRoster);
  const failed: object[] = [];
  const looks: ((mood: Mood) => void)[] = [];
  const stream = openEventStream(join(folder.path, "events.jsonl"));
  const watcher = startArmyWatcher({
    ...{ ...base, store, clock: systemClock, stream },
    log: { write: (_level, event, fields) => void failed.push({ event, ...fields }) },
    mood: () => new Promise((seen) => looks.push(seen)),
    onEvents: () => {},
  });
  await vi.waitFor(() => expect(looks).toHaveLength(testRoster.roles.length), { timeout: 20_000 });
  watcher.stop();
  stream.close();
  for (const seen of looks) seen({ mood: "ready" });
  await systemClock.wait(50);
  expect(failed).toEqual([]);
});

/** A pause lasts five times as long as the round before it, and on a busy machine a round is long. */
const PATIENT = { timeout: 90_000 };
const LONG = { timeout: 300_000 };

test(
  "from a long past, the newest messages, deliveries of older ones, and each new message are published once",
  LONG,
  async () => {
    await using folder = await temporaryFolder();
    const store = memoryRelayStore();
    await store.initialise(testRoster);
    const forgotten = await send(store, { to: "glacier" });
    for (let n = 0; n < 2500; n++) await send(store, { to: "storm" });
    await readIds(store, "storm");
    const published: PublishedEvent[] = [];
    const stream = openEventStream(join(folder.path, "events.jsonl"));
    const watcher = startArmyWatcher({
      ...{ ...base, store, clock: hurriedClock(), stream },
      onEvents: (events) => void published.push(...events),
    });
    await watcher.ready;
    const [messages, progress] = [of("message"), of("delivery")];
    expect(messages(published)).toHaveLength(2000);
    expect(stream.begin).toBeUndefined();
    published.length = 0;
    const { id } = await send(store, { to: "storm" });
    await readIds(store, "glacier");
    await vi.waitFor(() => expect(messages(published)).toEqual([id]), PATIENT);
    await vi.waitFor(() => expect(progress(published)).toEqual([forgotten.id]), PATIENT);
    watcher.stop();
    stream.close();
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
    const stream = openEventStream(file, { remembered: 50 });
    const parts = { ...base, store, clock: hurriedClock() };
    const watcher = startArmyWatcher({ ...parts, stream, onEvents: () => {} });
    await watcher.ready;
    for (let n = 0; n < messages; n++) await send(store, { to: "storm" });
    await readIds(store, "storm");
    const done = () => stream.state.open.size === 0 && stream.state.bound !== "";
    await vi.waitFor(() => expect(done()).toBe(true), PATIENT);
    read = 0;
    const { id } = await send(store, { to: "glacier" });
    await vi.waitFor(() => expect(stream.state.open.has(id)).toBe(true), PATIENT);
    await readIds(store, "glacier");
    await vi.waitFor(() => expect(stream.state.open.size).toBe(0), PATIENT);
    watcher.stop();
    stream.close();
    reads.push(read);
  }
  // Only the new message, perhaps in a few rounds.
  expect(Math.max(...reads)).toBeLessThan(20);
});

function of(type: "message" | "delivery"): (published: readonly PublishedEvent[]) => string[] {
  return (published) =>
    published.flatMap(({ event }) => {
      if (event.type !== type) return [];
      return event.type === "message" ? [event.data.message.id] : event.type === "delivery" ? [event.data.id] : [];
    });
}
