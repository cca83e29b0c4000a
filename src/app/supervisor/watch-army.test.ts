import { expect, test, vi } from "vitest";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { summonedArmy } from "#test/support/summoned-army.ts";
import { readFailures } from "./failures-file.ts";
import { watchArmy } from "./watch-army.ts";

const SESSION = "ovld-project";
const WAIT = { timeout: 20_000, interval: 5 };

/** An army that is watched until the test is over; its clock advances while the test waits. */
async function watched(services: MemoryServices, restart: "never" | "once" | "always") {
  const entry = await summonedArmy(services);
  const { folder } = sessionPaths(resolvePaths(services.env), SESSION);
  const config = { ...services.config, watch: { ...services.config.watch, restart } };
  const watching = watchArmy(entry, config, services);
  return { watching, failures: () => readFailures(folder) };
}

test("the end of an agent is recorded, and with `never` it stays ended", async () => {
  await using services = await memoryServices();
  const { watching, failures } = await watched(services, "never");
  services.multiplexer.pane(SESSION, "storm").exit(3);
  await vi.waitFor(async () => expect(await failures()).toMatchObject({ storm: { exitStatus: 3 } }), WAIT);
  expect(Object.keys(await failures())).toEqual(["storm"]);
  services.cancel();
  await watching;
  expect(services.multiplexer.acts()).toEqual(["open"]);
});

test("with `always` an agent is restarted in its pane, and its failure is cleared", async () => {
  await using services = await memoryServices();
  const { watching, failures } = await watched(services, "always");
  const { id } = services.multiplexer.pane(SESSION, "storm");
  services.multiplexer.pane(SESSION, "storm").exit(3);
  await vi.waitFor(() => expect(services.multiplexer.acts()).toEqual(["open", "respawn"]), WAIT);
  await vi.waitFor(async () => expect(await failures()).toEqual({}), WAIT);
  expect(services.multiplexer.pane(SESSION, "storm")).toMatchObject({ id, state: "running" });
  services.cancel();
  await watching;
});

test("a pane closed by a person is not opened again", async () => {
  await using services = await memoryServices();
  const { watching, failures } = await watched(services, "always");
  services.multiplexer.closePane(SESSION, "storm");
  await vi.waitFor(async () => expect(await failures()).toMatchObject({ storm: { what: "pane-closed" } }), WAIT);
  services.cancel();
  await watching;
  expect(services.multiplexer.acts()).toEqual(["open"]);
});

test("the watch ends by itself after the session is lost, with a failure of all roles", async () => {
  await using services = await memoryServices();
  const { watching, failures } = await watched(services, "always");
  services.multiplexer.lose(SESSION);
  await watching;
  expect(new Set(Object.values(await failures()).map(({ what }) => what))).toEqual(new Set(["session-ended"]));
  expect(services.multiplexer.acts()).toEqual(["open"]);
});
