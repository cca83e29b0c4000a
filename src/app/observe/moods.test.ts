import { expect, test } from "vitest";
import type { Mood } from "#agent-cli/observer.ts";
import { type NotedFailure, writeFailures } from "#app/supervisor/failures-file.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { summonedArmy } from "#test/support/summoned-army.ts";
import { moodsIn, rolesIn } from "./moods.ts";
import { moodObserver } from "./observed-mood.ts";

const SESSION = "ovld-project";
const EARLIER = "2026-01-02T03:04:05.000Z";
const LATER = "2026-01-02T03:05:05.000Z";

/** The mood of `storm` from a reported mood and a recorded failure. */
async function moodOf(services: MemoryServices, told: Mood, noted: Omit<NotedFailure, "at">) {
  await summonedArmy(services);
  services.agent.observer.moods.set("storm", told);
  const { folder } = sessionPaths(resolvePaths(services.env), SESSION);
  await writeFailures(folder, new Map([["storm", { ...noted, at: EARLIER }]]));
  return (await moodsIn(SESSION, services))("storm");
}

test("a recorded end overrides an earlier mood with gone since that time", async () => {
  await using services = await memoryServices();
  const failure = { what: "agent-ended", exitStatus: 3 } as const;
  expect(await moodOf(services, { mood: "busy" }, failure)).toEqual({ mood: "gone", since: EARLIER, failure });
});

test("a mood that is later than the failure wins", async () => {
  await using services = await memoryServices();
  const told = { mood: "ready", since: LATER } as const;
  expect(await moodOf(services, told, { what: "agent-ended" })).toEqual(told);
});

test("a reported mood gone keeps the recorded exit status", async () => {
  await using services = await memoryServices();
  const failure = { what: "agent-ended", exitStatus: 3 } as const;
  expect(await moodOf(services, { mood: "gone", since: LATER }, failure)).toMatchObject({ mood: "gone", failure });
});

test("an agent without its relay keeps its mood, and its own detail", async () => {
  await using services = await memoryServices();
  const failure = { what: "relay-ended" } as const;
  expect(await moodOf(services, { mood: "busy" }, failure)).toEqual({ mood: "busy", failure, hasLostRelay: true });
  await using others = await memoryServices();
  const asking = { mood: "asking", detail: "May I?" } as const;
  expect(await moodOf(others, asking, failure)).toEqual({ ...asking, hasLostRelay: true });
});

test("a failure of one role does not affect the others", async () => {
  await using services = await memoryServices();
  await moodOf(services, { mood: "busy" }, { what: "session-ended" });
  expect(await (await moodsIn(SESSION, services))("shadow")).toEqual({ mood: "ready" });
  expect(await rolesIn("gone", ["storm", "shadow"], SESSION, services)).toEqual(["storm"]);
});

test("an agent with unreadable mood files is unknown, and the others are still read", async () => {
  await using services = await memoryServices();
  await summonedArmy(services);
  const { mood } = services.agent.observer;
  services.agent.observer.mood = async (paths) => {
    if (paths.role === "storm") throw new Error("no such file");
    return mood(paths);
  };
  expect(await rolesIn("unknown", ["storm", "shadow"], SESSION, services)).toEqual(["storm"]);
  expect(await rolesIn("ready", ["storm", "shadow"], SESSION, services)).toEqual(["shadow"]);
});

test("polling reads a pane once in three seconds and returns the last guess meanwhile", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  services.agent.observer.moods.set("storm", { mood: "unknown" });
  const pane = services.multiplexer.pane(SESSION, "storm");
  pane.show("limit reached");
  const observe = moodObserver(services.config, services);
  const begun = services.clock.elapsed();
  expect(await observe(army, "storm")).toEqual({ mood: "unknown" });
  await expect.poll(() => observe(army, "storm")).toMatchObject({ mood: "limited", isGuess: true });
  const looks = services.multiplexer.calls.length;
  pane.show("asks trust");
  await services.clock.pass(begun + 2999 - services.clock.elapsed());
  expect(await observe(army, "storm")).toMatchObject({ mood: "limited" });
  expect(services.multiplexer.calls).toHaveLength(looks);
  await services.clock.pass(1);
  await expect.poll(() => observe(army, "storm")).toMatchObject({ mood: "asking" });
});
