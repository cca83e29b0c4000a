import { expect, test } from "vitest";
import { registryOf } from "#app/armies/army-parts.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { roles } from "#test/support/army-roles.ts";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { summonedArmy } from "#test/support/summoned-army.ts";
import { type SummonRequest, summon } from "./summon.ts";

const SESSION = "ovld-project";

const summonedHere = (services: MemoryServices, request: Partial<SummonRequest> = {}) =>
  summon({ until: "here", rituals: true, ...request }, { report() {} }, services);

test("on this terminal an army is complete while its person is attached, and `summon` returns how they left", async () => {
  await using services = await memoryServices();
  const { multiplexer } = services;
  const seen: unknown[] = [];
  multiplexer.leaving = async () => {
    await expect.poll(() => services.started.map(([command]) => command)).toEqual(["watch", "ritual"]);
    seen.push((await registryOf(services).find(SESSION))?.panes);
    return "lost";
  };
  expect(await summonedHere(services)).toMatchObject({ what: "left", how: "lost", entry: { name: SESSION } });
  expect(seen).toEqual([Object.fromEntries(roles.map((role) => [role, multiplexer.pane(SESSION, role).id]))]);
  expect(multiplexer.acts()).toEqual(["openHere"]);
});

test("a person who leaves before all panes exist ends the wait", async () => {
  await using services = await memoryServices();
  services.multiplexer.panes = async () => [];
  expect(await summonedHere(services)).toMatchObject({ what: "left", how: "left" });
});

test("the wait for a pane that was closed at once ends after 20 s, so that other armies can start", async () => {
  await using services = await memoryServices();
  const { multiplexer, adapters } = services;
  let leave = () => {};
  multiplexer.leaving = (session) => {
    multiplexer.closePane(session, "storm");
    return new Promise((left) => {
      leave = () => left("left");
    });
  };
  const { startDetached } = adapters;
  adapters.startDetached = async (...args) => {
    await startDetached(...args);
    leave();
  };
  await summonedHere(services);
  expect((await registryOf(services).find(SESSION))?.panes).not.toHaveProperty("storm");
  expect(services.clock.elapsed()).toBeGreaterThan(19_000);
  expect(services.clock.elapsed()).toBeLessThan(22_000);
});

test("a terminal that cannot be opened leaves no army", async () => {
  await using services = await memoryServices();
  services.multiplexer.failNext("openHere", new OvldError("server-gone", { program: "tmux" }));
  await expect(summonedHere(services)).rejects.toMatchObject({ code: "server-gone" });
  expect(await registryOf(services).list()).toEqual([]);
});

test("a resumed army stays registered if its terminal cannot be opened", async () => {
  await using services = await memoryServices();
  const { name, started } = await summonedArmy(services);
  services.multiplexer.lose(name);
  services.multiplexer.failNext("openHere", new OvldError("server-gone", { program: "tmux" }));
  await expect(summonedHere(services, { resume: "resume" })).rejects.toMatchObject({ code: "server-gone" });
  expect(await registryOf(services).list()).toMatchObject([{ name, started }]);
});
