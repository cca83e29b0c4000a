import { expect, test } from "vitest";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { summonedArmy } from "#test/support/summoned-army.ts";
import { observedMood } from "./observed-mood.ts";

async function moodOfStorm(services: MemoryServices, screen: string) {
  const entry = await summonedArmy(services);
  services.multiplexer.pane(entry.name, "storm").show(screen);
  return observedMood(entry, "storm", services.config, services);
}

test("a reported mood takes precedence over the pane", async () => {
  await using services = await memoryServices();
  services.agent.observer.moods.set("storm", { mood: "busy" });
  expect(await moodOfStorm(services, "limit reached")).toEqual({ mood: "busy" });
  expect(services.multiplexer.calls.some(([call]) => call === "look")).toBe(false);
});

test.each([
  ["limit reached", "limited"],
  ["asks trust", "asking"],
  ["> ", "ready"],
])("for an agent without a reported mood, the screen %j is read as %s", async (screen, mood) => {
  await using services = await memoryServices();
  services.agent.observer.moods.set("storm", { mood: "unknown" });
  expect(await moodOfStorm(services, screen)).toMatchObject({ mood, isGuess: true });
});
