import { expect, test, vi } from "vitest";
import type { Composer } from "#agent-cli/agent-cli.ts";
import type { Clock } from "#base/clock.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { PersonAtPane } from "#multiplexer/spectator.ts";
import type { PaneView } from "#multiplexer/typist.ts";
import { CONTROL_LASTS, type ControlParts, controlPane } from "./control-pane.ts";

/** A pane that is a draft and a person, and a clock that is turned by hand. */
function scene({ person, draft = "" }: { person?: PersonAtPane; draft?: string } = {}) {
  const world = { now: 1_000_000, person, draft, pressed: [] as string[], held: new Set<string>() };
  const waiting: { until: number; wake(): void }[] = [];
  const view = (): PaneView => ({ state: "running", screen: world.draft, inCopyMode: false });
  const clock: Clock = {
    now: () => world.now,
    elapsed: () => world.now,
    wait: (ms, signal) =>
      new Promise((done) => {
        waiting.push({ until: world.now + ms, wake: done });
        signal?.addEventListener("abort", () => done());
      }),
  };
  const parts: ControlParts = {
    ...{ session: "ovld-a", role: "storm", pane: "%1", clock },
    multiplexer: {
      look: async () => view(),
      press: async (_, __, keys) => void world.pressed.push(keys),
      personAt: async () => world.person,
    },
    composer: ({ screen }): Composer => (screen === "" ? { state: "empty" } : { state: "draft", text: screen }),
    lockPane: (_, work) => work(),
    async holdPane(pane, work) {
      if (world.held.has(pane)) throw new OvldError("pane-taken", { role: "storm" });
      world.held.add(pane);
      await work();
      world.held.delete(pane);
    },
  };
  const pass = (ms: number) => {
    world.now += ms;
    for (const one of waiting) if (one.until <= world.now) one.wake();
  };
  return { world, parts, view, pass };
}

test("one has the keys at a time, until they are given back", async () => {
  const { world, parts } = scene();
  const taken = await controlPane(parts);
  await taken.press("a");
  await expect(controlPane(parts)).rejects.toMatchObject({ code: "pane-taken" });
  taken.release();
  expect(await taken.released).toBe("asked");
  await expect(taken.press("b")).rejects.toMatchObject({ code: "take-needed" });
  await vi.waitFor(() => expect(world.held.size).toBe(0));
  await (await controlPane(parts)).press("c");
  expect(world.pressed).toEqual(["a", "c"]);
});

test("a pause gives them back; every key puts it off", async () => {
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
  ["thinks about a draft", { person: { lastKey: 960_000 }, draft: "my own" }],
  ["looks at a draft, and nothing tells of keys", { person: {}, draft: "my own" }],
])("not while a person %s", async (_, given) => {
  await expect(controlPane(scene(given).parts)).rejects.toMatchObject({ code: "person-typing" });
});

test("not while a person looks at a draft whose screen told nothing at first", async () => {
  const { world, parts, pass } = scene({ person: {}, draft: "my own" });
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
  expect(world.held.size).toBe(0);
});

test.each([
  ["nobody is there, and an old draft is", { draft: "my own" }],
  ["a person only looks", { person: {} }],
  ["a person has not pressed a key for long", { person: { lastKey: 900_000 }, draft: "my own" }],
  ["the clock was set back since a person pressed a key", { person: { lastKey: 4_600_000 }, draft: "my own" }],
])("but where %s", async (_, given) => {
  const taken = await controlPane(scene(given).parts);
  taken.release();
});

test("a person who begins to type gets them back, and nothing is pressed between", async () => {
  const { world, parts } = scene({ person: { lastKey: 900_000 } });
  const taken = await controlPane(parts);
  world.person = { lastKey: world.now };
  await expect(taken.press("a")).rejects.toMatchObject({ code: "person-typing" });
  expect(await taken.released).toBe("person");
  expect(world.pressed).toEqual([]);
});

test("a clock that was set back makes nobody type", async () => {
  const { world, parts } = scene({ person: { lastKey: 900_000 } });
  const taken = await controlPane(parts);
  world.person = { lastKey: world.now + 3_600_000 };
  await taken.press("a");
  expect(world.pressed).toEqual(["a"]);
});

test("where nothing tells of keys, a draft that changes by itself is a person's", async () => {
  const { world, parts, view, pass } = scene({ person: {} });
  const taken = await controlPane(parts);
  await taken.press("a");
  world.draft = "a";
  taken.see(view());
  pass(3000);
  taken.see(view());
  await taken.press("b");
  world.draft = "ab";
  taken.see(view());
  pass(3000);
  world.draft = "ab and more";
  await expect(taken.press("c")).rejects.toMatchObject({ code: "person-typing" });
  expect(await taken.released).toBe("person");
  expect(world.pressed).toEqual(["a", "b"]);
});

test("and seen as soon as it is shown; where nobody looks it is somebody else's", async () => {
  const { world, parts, view, pass } = scene({ person: {} });
  const taken = await controlPane(parts);
  pass(3000);
  world.person = undefined;
  world.draft = "You have mail";
  taken.see(view());
  await taken.press("a");
  pass(3000);
  world.person = {};
  world.draft = "by hand";
  taken.see(view());
  expect(await taken.released).toBe("person");
});

test("another size is not offered everywhere", async () => {
  const { parts } = scene();
  const taken = await controlPane(parts);
  await expect(taken.resize({ columns: 80, rows: 24 })).rejects.toMatchObject({ code: "pane-unsizable" });
  taken.release();
});
