import { expect, test } from "vitest";
import { registryOf } from "#app/armies/army-parts.ts";
import { restartAgents } from "#app/lifecycle/restart-agents.ts";
import { memoryServices } from "#test/support/services.ts";
import { summonedArmy } from "#test/support/summoned-army.ts";
import { controlAgentPane } from "./control-agent-pane.ts";
import { openPane } from "./open-pane.ts";

test("keys are sent to the role's pane, for one client at a time", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  services.clock.isFlowing = false;
  const control = () => controlAgentPane(army, "storm", services.config, services);
  const first = await control();
  await first.press("y");
  expect(services.multiplexer.pane(army.name, "storm").given).toEqual(["y"]);
  await expect(control()).rejects.toMatchObject({ code: "pane-taken", details: { role: "storm" } });
  const other = await controlAgentPane(army, "shadow", services.config, services);
  first.release();
  other.release();
  await expect.poll(() => control().then((again) => again.release())).toBeUndefined();
});

test("a pane with an ended agent is not controlled", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  services.multiplexer.pane(army.name, "storm").exit(1);
  await expect(controlAgentPane(army, "storm", services.config, services)).rejects.toMatchObject({
    code: "pane-exited",
  });
});

test("a role without a pane and a dismissed army have no pane to control", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  const gone = { code: "pane-gone", details: { session: army.name, pane: "dragon" } };
  await expect(controlAgentPane(army, "dragon", services.config, services)).rejects.toMatchObject(gone);
  await registryOf(services).remove(army.name);
  const dismissed = controlAgentPane(army, "storm", services.config, services);
  await expect(dismissed).rejects.toMatchObject({ code: "pane-gone" });
});

test("the pane of a role comes from the registry, also after a restart in another pane", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  const other = { name: "ovld-other", started: "2020-01-02T03:04:05.678Z", panes: { storm: "%99" } };
  await registryOf(services).add({ ...army, ...other });
  const open = async () => (await openPane(army.name, "storm", services.config, services)).pane;
  const first = await open();
  expect(first).toBe(services.multiplexer.pane(army.name, "storm").id);
  services.multiplexer.closePane(army.name, "storm");
  await restartAgents(army, ["storm"], services);
  expect(await open()).toBe(services.multiplexer.pane(army.name, "storm").id);
  expect(await open()).not.toBe(first);
});
