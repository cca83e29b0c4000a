import { expect, test } from "vitest";
import { agentMoods } from "#app/observe/moods.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { summonedArmy } from "#test/support/summoned-army.ts";
import { observeRoles } from "./observe-roles.ts";

/** The observed roles of an army in which `shadow` has lost its relay. */
async function seen(services: MemoryServices, prepare: (session: string) => void = () => {}) {
  const army = await summonedArmy(services);
  prepare(army.name);
  const moodOf = await agentMoods(army.name, services);
  const presence = { hasLost: (role: string) => role === "shadow" };
  return observeRoles(army, { config: services.config, services, moodOf, presence });
}

test("the observation of each role contains its pane, mood and relay", async () => {
  await using services = await memoryServices();
  services.agent.observer.moods.set("storm", { mood: "busy" });
  const observed = await seen(services, (session) => {
    services.multiplexer.pane(session, "storm").exit(3);
    services.multiplexer.closePane(session, "glacier");
  });
  if (typeof observed === "string") throw new Error(observed);
  expect(observed.get("storm")).toMatchObject({ pane: { state: "exited", exitStatus: 3 }, mood: { mood: "busy" } });
  expect(observed.get("shadow")).toMatchObject({ pane: { state: "running" }, hasLostRelay: true });
  expect(observed.get("glacier")).toMatchObject({ pane: undefined, hasLostRelay: false });
});

test("a session that the multiplexer no longer lists is over", async () => {
  await using services = await memoryServices();
  expect(await seen(services, (session) => services.multiplexer.lose(session))).toBe("over");
});

test("a listed session is not over, even if its panes are missing once", async () => {
  await using services = await memoryServices();
  const missed = (session: string) =>
    services.multiplexer.failNext("panes", new OvldError("session-ended", { session }));
  expect(await seen(services, missed)).toBe("unknown");
});

test("a multiplexer that does not answer leaves the session unknown", async () => {
  await using services = await memoryServices();
  expect(await seen(services, () => services.multiplexer.failNext("panes", new Error("timeout")))).toBe("unknown");
});
