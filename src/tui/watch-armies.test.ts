import { expect, test } from "vitest";
import type { Mood } from "#agent-cli/observer.ts";
import type { Army } from "#app/app.ts";
import type { SessionState } from "#army/survey.ts";
import { type Clock, systemClock } from "#base/clock.ts";
import { catalog } from "#i18n/catalog.ts";
import { send } from "#store/store-fixture.contract.ts";
import { hurriedClock } from "#test/support/hurried-clock.ts";
import { anArmy } from "#test/tui/an-army.ts";
import type { Snapshot } from "./snapshot.ts";
import { watchArmies } from "./watch-armies.ts";

/** Milliseconds, shorter than the interval of a sweep. */
const AT_ONCE = { timeout: 1500, interval: 10 };
const SWEPT = { timeout: 10_000, interval: 20 };

const words = await catalog("en");

interface Watching extends AsyncDisposable {
  snapshots(): readonly Snapshot[];
  times(): number;
}

function watching(armies: () => Promise<readonly Army[]>, clock: Clock = systemClock): Watching {
  const end = new AbortController();
  let [last, times] = [[] as readonly Snapshot[], 0];
  const watch = watchArmies({
    ...{ armies, words, clock, signal: end.signal, newest: () => 5 },
    onSnapshots(snapshots) {
      last = snapshots;
      times++;
    },
  });
  return {
    snapshots: () => last,
    times: () => times,
    async [Symbol.asyncDispose]() {
      end.abort();
      await watch;
    },
  };
}

const patient: Clock = { ...systemClock, wait: (ms, signal) => systemClock.wait(ms < 1000 ? ms : 2 ** 31 - 1, signal) };

test("publishes mail, a status and the session's state at once", async () => {
  const army = await anArmy();
  await using watch = watching(async () => [army]);
  await expect.poll(() => watch.snapshots()[0]?.state, AT_ONCE).toBe("running");
  await send(army.store, { subject: "burn" });
  await expect.poll(() => watch.snapshots()[0]?.mail.newest[0]?.subject, AT_ONCE).toBe("burn");
  await army.store.status.set({ role: "storm", status: "blocked", task: "", updated: "" });
  await expect
    .poll(() => watch.snapshots()[0]?.statuses.find(({ role }) => role === "storm")?.status, AT_ONCE)
    .toBe("blocked");
});

test("publishes a new mood without a sweep", async () => {
  const notices = new Map<string, () => void>();
  let mood: Mood = { mood: "busy" };
  const army = await anArmy({ mood: async () => mood, onMood: (role, tell) => void notices.set(role, tell) });
  await using watch = watching(async () => [army], patient);
  // More snapshots than the first ones after the start.
  for (let turn = 0; turn < 12; turn++) {
    await expect.poll(() => watch.snapshots()[0]?.moods?.get("storm")?.mood, SWEPT).toBe(mood.mood);
    mood = { mood: mood.mood === "busy" ? "asking" : "busy" };
    notices.get("storm")?.();
  }
});

test("checks a session's state after a failure, without a sweep", async () => {
  let [state, tell] = ["running" as SessionState, () => {}];
  const army = await anArmy({ state: async () => state, onFailure: (told) => (tell = told) });
  await using watch = watching(async () => [army], patient);
  for (state of ["orphan", "running", "exited"] as const) {
    tell();
    await expect.poll(() => watch.snapshots()[0]?.state, SWEPT).toBe(state);
  }
});

test("a burst of messages causes few snapshots", async () => {
  const army = await anArmy();
  await using watch = watching(async () => [army]);
  await expect.poll(watch.times, AT_ONCE).toBeGreaterThan(0);
  const before = watch.times();
  for (let count = 0; count < 200; count++) await send(army.store);
  await expect.poll(() => watch.snapshots()[0]?.mail.unread[0]?.count, AT_ONCE).toBe(200);
  expect(watch.times() - before).toBeLessThan(40);
});

test("a sweep finds new and removed armies, and changes without a notification", async () => {
  const [east, west] = [await anArmy({ name: "ovld-east" }), await anArmy({ name: "ovld-west" })];
  let [armies, mood] = [[east], "busy" as "busy" | "asking"];
  east.mood = async () => ({ mood });
  await using watch = watching(async () => armies, hurriedClock());
  await expect.poll(() => watch.snapshots()[0]?.moods?.get("storm")?.mood, AT_ONCE).toBe("busy");
  mood = "asking";
  armies = [east, west];
  await expect.poll(() => watch.snapshots().map(({ army }) => army), SWEPT).toEqual(["ovld-east", "ovld-west"]);
  expect(watch.snapshots()[0]?.moods?.get("storm")?.mood).toBe("asking");
  armies = [west];
  await expect.poll(() => watch.snapshots().map(({ army }) => army), SWEPT).toEqual(["ovld-west"]);
});

test("an army without its store has ended; an unreadable one keeps its last snapshot and shows the reason", async () => {
  const [gone, broken] = [await anArmy({ name: "ovld-gone" }), await anArmy({ name: "ovld-broken" })];
  let isBroken = false;
  broken.rituals = async () => {
    if (isBroken) throw new Error("the disk is tired");
    return [];
  };
  await send(broken.store, { subject: "kept" });
  await using watch = watching(async () => [gone, broken], hurriedClock());
  await expect.poll(() => watch.snapshots()[1]?.mail.newest.length, AT_ONCE).toBe(1);
  isBroken = true;
  await gone.store.clean();
  await expect.poll(() => watch.snapshots()[0]?.state, SWEPT).toBe("orphan");
  await expect.poll(() => watch.snapshots()[1]?.trouble, SWEPT).toContain("the disk is tired");
  expect(watch.snapshots()[1]?.mail.newest[0]?.subject).toBe("kept");
  isBroken = false;
  await expect.poll(() => watch.snapshots()[1]?.trouble, SWEPT).toBeUndefined();
});

test("an agent with a failing mood is unknown", async () => {
  const army = await anArmy({ mood: () => Promise.reject(new Error("no")) });
  await using watch = watching(async () => [army]);
  await expect.poll(() => watch.snapshots()[0]?.moods?.get("storm"), AT_ONCE).toEqual({ mood: "unknown" });
});
