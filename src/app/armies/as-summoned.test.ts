import { expect, test } from "vitest";
import { memoryServices } from "#test/support/services.ts";
import { summonedArmy } from "#test/support/summoned-army.ts";
import { asSummoned } from "./as-summoned.ts";

test("an army is resumed in its directory and language, with its autonomy and sandbox", async () => {
  await using services = await memoryServices({ lang: "ja", overrides: { autonomy: "full" } });
  const army = await summonedArmy(services);
  const { directory, lang, overrides } = asSummoned(army, { ...services, lang: "en", directory: "/", overrides: {} });
  expect([directory, lang]).toEqual([army.directory, "ja"]);
  expect(overrides).toEqual({ autonomy: "full", "sandbox.engine": "none" });
});

test("a given flag overrides the value of the summoning; an absent flag does not", async () => {
  await using services = await memoryServices({ overrides: { autonomy: "full" } });
  const army = await summonedArmy(services);
  const today = { autonomy: "ask", "sandbox.engine": undefined };
  const { overrides } = asSummoned(army, { ...services, overrides: today });
  expect(overrides).toEqual({ autonomy: "ask", "sandbox.engine": "none" });
});

test("an unknown sandbox is replaced by the settings", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  const summonedWith = { lang: "en", rituals: true, formation: {}, sandbox: "unknown" } as const;
  const { overrides } = asSummoned({ ...army, summonedWith }, { ...services, overrides: {} });
  expect(overrides["sandbox.engine"]).toBeUndefined();
});
