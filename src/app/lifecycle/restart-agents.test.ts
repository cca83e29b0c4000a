import { expect, test } from "vitest";
import { summon } from "#app/summon/summon.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { restartAgents } from "./restart-agents.ts";

const SESSION = "ovld-project";

async function armyOn(services: MemoryServices) {
  const { entry } = await summon({ until: "background", rituals: true }, { report() {} }, services);
  return entry;
}

test("an agent goes on in its conversation where it has one, else it is given its ritual again", async () => {
  await using services = await memoryServices();
  const { multiplexer, agent } = services;
  const entry = await armyOn(services);
  const storm = entry.conversations?.storm ?? "";
  agent.begun.add(storm);
  const restarted = await restartAgents(entry, ["storm", "shadow"], services);
  expect(restarted).toEqual([
    { role: "storm", resumed: true },
    { role: "shadow", resumed: false },
  ]);
  expect(multiplexer.pane(SESSION, "storm").argv.slice(-2)).toEqual(["--resume", storm]);
  expect(multiplexer.acts()).toEqual(["open", "respawn", "respawn"]);
  expect(services.started.map((argv) => argv.slice(0, 2))).toContainEqual(["ritual", "shadow"]);
});

test("an agent that cannot be restarted does not keep the others from it; the failure is thrown", async () => {
  await using services = await memoryServices();
  const { multiplexer } = services;
  const entry = await armyOn(services);
  multiplexer.failNext("respawn", new OvldError("session-ended", { session: SESSION }));
  await expect(restartAgents(entry, ["storm", "shadow"], services)).rejects.toMatchObject({ code: "session-ended" });
  expect(multiplexer.calls.filter(([call]) => call === "respawn")).toHaveLength(2);
});

test("an army that has ended is not restarted", async () => {
  await using services = await memoryServices();
  const entry = await armyOn(services);
  services.multiplexer.lose(SESSION);
  await expect(restartAgents(entry, ["storm"], services)).rejects.toMatchObject({ code: "session-ended" });
  expect(services.multiplexer.acts()).toEqual(["open"]);
});
