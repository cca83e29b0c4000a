import { expect, test, vi } from "vitest";
import type { Composer } from "#agent-cli/screen.ts";
import type { Clock } from "#base/clock.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { PaneView } from "#multiplexer/pane-input.ts";
import type { PersonAtPane } from "#multiplexer/pane-watcher.ts";
import { CONTROL_LASTS, type ControlParts, controlPane } from "./control-pane.ts";

/** A pane with a draft and a person, and a manual clock. */
function scene({ person, draft = "" }: { person?: PersonAtPane; draft?: string } = {}) {
  const fixture = { now: 1_000_000, person, draft, pressed: [] as string[], held: new Set<string>() };
  const waiting: { until: number; wake(): void }[] = [];
  const view = (): PaneView => ({ state: "running", screen: fixture.draft, inCopyMode: false });
  const clock: Clock = {
    now: () => fixture.now,
    elapsed: () => fixture.now,
    wait: (ms, signal) =>
      new Promise((done) => {
        waiting.push({ until: fixture.now + ms, wake: done });
        signal?.addEventListener("abort", () => done());
      }),
  };
  const parts: ControlParts = {
    ...{ session: "ovld-a", role: "storm", pane: "%1", clock },
    multiplexer: {
      look: async () => view(),
      press: async (_, __, keys) => void fixture.pressed.push(keys),
      personAt: async () => fixture.person,
    },
    composer: ({ screen }): Composer => (screen === "" ? { state: "empty" } : { state: "draft", text: screen }),
    lockPane: (_, work) => work(),
    async holdPane(pane, work) {
      if (fixture.held.has(pane)) throw new OvldError("pane-taken", { role: "storm" });
      fixture.held.add(pane);
      await work();
      fixture.held.delete(pane);
    },
  };
  const pass = (ms: number) => {
    fixture.now += ms;
    for (const one of waiting) if (one.until <= fixture.now) one.wake();
  };
  return { fixture, parts, view, pass };
}

test("one client controls a pane at a time, until it releases it", async () => {
  const { fixture, parts } = scene();
  const taken = await controlPane(parts);
  await taken.press("a");
  await expect(controlPane(parts)).rejects.toMatchObject({ code: "pane-taken" });
  taken.release();
  expect(await taken.released).toBe("asked");
  await expect(taken.press("b")).rejects.toMatchObject({ code: "take-needed" });
  await vi.waitFor(() => expect(fixture.held.size).toBe(0));
  await (await controlPane(parts)).press("c");
  expect(fixture.pressed).toEqual(["a", "c"]);
});

test("control ends after a pause; every key restarts the pause", async () => {
  const { parts, pass } = scene();
  const taken = await controlPane(parts);
  let why: string | undefined;
  void taken.released.then((given) => {
    why = given;
  });
  pass(CONTROL_LASTS - 1);
  await taken.press("a");
  pass(CONTROL_LASTS - 1);
  await taken.press("b");
  expect(why).toBeUndefined();
  pass(CONTROL_LASTS);
  expect(await taken.released).toBe("pause");
});

test.each([
  ["pressed a key just now", { person: { lastKey: 999_000 } }],
  ["has a draft", { person: { lastKey: 960_000 }, draft: "my own" }],
  ["has a draft, without key events", { person: {}, draft: "my own" }],
])("control is refused while a person %s", async (_, given) => {
  await expect(controlPane(scene(given).parts)).rejects.toMatchObject({ code: "person-typing" });
});

test("control is refused for a watched draft that is drawn late", async () => {
  const { fixture, parts, pass } = scene({ person: {}, draft: "my own" });
  const { look } = parts.multiplexer;
  let looks = 0;
  parts.multiplexer.look = async (...pane) => ({ ...(await look(...pane)), ...(++looks < 3 && { screen: "?" }) });
  const { composer } = parts;
  parts.composer = (view) => (view.screen === "?" ? { state: "unreadable" } : composer(view));
  const taking = expect(controlPane(parts)).rejects.toMatchObject({ code: "person-typing" });
  await vi.waitUntil(() => {
    pass(100);
    return looks === 3;
  });
  await taking;
  expect(fixture.held.size).toBe(0);
});

test.each([
  ["no person is attached, but an old draft is there", { draft: "my own" }],
  ["a person has no draft", { person: {} }],
  ["a person has not pressed a key for long", { person: { lastKey: 900_000 }, draft: "my own" }],
  ["the clock was set back since a person pressed a key", { person: { lastKey: 4_600_000 }, draft: "my own" }],
])("control is granted if %s", async (_, given) => {
  const taken = await controlPane(scene(given).parts);
  taken.release();
});

test("a person who begins to type ends the control, and no key is pressed after that", async () => {
  const { fixture, parts } = scene({ person: { lastKey: 900_000 } });
  const taken = await controlPane(parts);
  fixture.person = { lastKey: fixture.now };
  await expect(taken.press("a")).rejects.toMatchObject({ code: "person-typing" });
  expect(await taken.released).toBe("person");
  expect(fixture.pressed).toEqual([]);
});

test("a clock that was set back does not count as typing", async () => {
  const { fixture, parts } = scene({ person: { lastKey: 900_000 } });
  const taken = await controlPane(parts);
  fixture.person = { lastKey: fixture.now + 3_600_000 };
  await taken.press("a");
  expect(fixture.pressed).toEqual(["a"]);
});

test("without key events, a draft that changes by itself counts as a person's", async () => {
  const { fixture, parts, view, pass } = scene({ person: {} });
  const taken = await controlPane(parts);
  await taken.press("a");
  fixture.draft = "a";
  taken.see(view());
  pass(3000);
  taken.see(view());
  await taken.press("b");
  fixture.draft = "ab";
  taken.see(view());
  pass(3000);
  fixture.draft = "ab and more";
  await expect(taken.press("c")).rejects.toMatchObject({ code: "person-typing" });
  expect(await taken.released).toBe("person");
  expect(fixture.pressed).toEqual(["a", "b"]);
});

test("a changed draft ends the control at once; without an attached person it is a notification", async () => {
  const { fixture, parts, view, pass } = scene({ person: {} });
  const taken = await controlPane(parts);
  pass(3000);
  fixture.person = undefined;
  fixture.draft = "You have mail";
  taken.see(view());
  await taken.press("a");
  pass(3000);
  fixture.person = {};
  fixture.draft = "by hand";
  taken.see(view());
  expect(await taken.released).toBe("person");
});

test("a multiplexer that cannot resize panes refuses another size", async () => {
  const { parts } = scene();
  const taken = await controlPane(parts);
  await expect(taken.resize({ columns: 80, rows: 24 })).rejects.toMatchObject({ code: "pane-unsizable" });
  taken.release();
});
