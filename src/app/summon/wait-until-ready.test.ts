import { expect, test } from "vitest";
import { roles } from "#test/support/army-roles.ts";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { summonedArmy } from "#test/support/summoned-army.ts";
import type { ReadyProgress } from "./summon-progress.ts";
import { waitUntilReady } from "./wait-until-ready.ts";

const SESSION = "ovld-project";

/** Waits for an army after `prepare` has scripted its agents; `storm` reports only the mood starting. */
async function waited(services: MemoryServices, prepare: () => void = () => {}) {
  const army = await summonedArmy(services);
  services.agent.observer.moods.set("storm", { mood: "starting" });
  prepare();
  const progress: ReadyProgress[] = [];
  const absent = await waitUntilReady(army, (one) => void progress.push(one), services.config, services);
  return { absent, progress, storm: progress.find((one) => "role" in one && one.role === "storm") };
}

const paneOf = (services: MemoryServices) => services.multiplexer.pane(SESSION, "storm");

test.each(["ready", "busy"] as const)(
  "an agent that reports the mood %s is ready, without a listing of the panes",
  async (mood) => {
    await using services = await memoryServices();
    const { absent, progress } = await waited(services, () => services.agent.observer.moods.set("storm", { mood }));
    expect(absent).toEqual([]);
    expect(progress).toEqual([
      ...roles.map((role) => ({ what: "ready", role, isParked: false })),
      { what: "counted", ready: 6, total: 6 },
    ]);
    expect(services.multiplexer.calls.some(([call]) => call === "panes")).toBe(false);
  },
);

test.each(["trust", "bypass", "onboarding", "login"] as const)(
  "an agent with an open question about %s is reported at once",
  async (dialog) => {
    await using services = await memoryServices();
    const { absent, storm } = await waited(services, () => paneOf(services).show(`asks ${dialog}`));
    expect([absent, storm]).toEqual([
      ["storm"],
      { what: "not-ready", role: "storm", why: dialog, seen: `asks ${dialog}` },
    ]);
    expect(services.clock.elapsed()).toBeLessThan(3000);
  },
);

test("an ended agent ends the wait and is reported with the last line of its screen", async () => {
  await using services = await memoryServices();
  const { storm, progress } = await waited(services, () => {
    paneOf(services).show("starting\nout of tokens\n");
    paneOf(services).exit(1);
  });
  expect(storm).toEqual({ what: "not-ready", role: "storm", why: "gone", seen: "out of tokens" });
  expect(progress.at(-1)).toEqual({ what: "counted", ready: 5, total: 6 });
});

test("an agent with a closed pane is gone", async () => {
  await using services = await memoryServices();
  const { storm } = await waited(services, () => services.multiplexer.closePane(SESSION, "storm"));
  expect(storm).toMatchObject({ why: "gone", seen: "" });
});

test("a starting agent is reported every 3 s, and given up after 30 s", async () => {
  await using services = await memoryServices();
  const { storm, progress } = await waited(services);
  expect(storm).toMatchObject({ what: "not-ready", why: "starting" });
  const starting = progress.filter(({ what }) => what === "starting");
  expect(new Set(starting.map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify({ what: "starting", roles: ["storm"] })]),
  );
  expect(starting).toHaveLength(9);
  expect(services.clock.elapsed()).toBeGreaterThan(30_000);
  expect(services.clock.elapsed()).toBeLessThan(31_000);
});

test("an agent is ready once it takes input", async () => {
  await using services = await memoryServices();
  const { observer } = services.agent;
  const { mood } = observer;
  observer.mood = async (paths) => {
    if (services.clock.elapsed() > 10_000) observer.moods.delete("storm");
    return mood(paths);
  };
  const { absent, storm } = await waited(services);
  expect([absent, storm]).toEqual([[], { what: "ready", role: "storm", isParked: false }]);
  expect(services.clock.elapsed()).toBeLessThan(11_000);
});

test("a parked agent counts as ready, unless it has ended", async () => {
  await using services = await memoryServices();
  const park = () => void services.agent.observer.moods.set("storm", { mood: "parked" });
  expect((await waited(services, park)).storm).toEqual({ what: "ready", role: "storm", isParked: true });
  await using others = await memoryServices();
  const { storm } = await waited(others, () => {
    others.agent.observer.moods.set("storm", { mood: "parked" });
    paneOf(others).exit(1);
  });
  expect(storm).toMatchObject({ what: "not-ready", why: "gone" });
});

test("an unreadable screen does not end the wait for the others", async () => {
  await using services = await memoryServices();
  services.multiplexer.failNext("screen", new Error("no such pane"));
  expect((await waited(services)).absent).toEqual(["storm"]);
});

test("Ctrl-C ends the wait", async () => {
  await using services = await memoryServices();
  await expect(waited(services, () => services.cancel())).rejects.toMatchObject({ code: "cancelled" });
});
