import { expect, test } from "vitest";
import { registryOf } from "#app/armies/army-parts.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { storeOf, summonedArmy } from "#test/support/summoned-army.ts";
import { verifies } from "#test/support/verifies.ts";
import { afterClient } from "./after-client.ts";

const names = async (services: MemoryServices) => (await registryOf(services).list()).map(({ name }) => name);

const left = (army: SessionEntry, services: MemoryServices, leaving: "left" | "lost" = "left") =>
  afterClient(army, leaving, services.config, services);

verifies("zellij:exit:detach", "a person who detaches leaves session, army and mail store", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  const store = storeOf(services, army.name);
  expect(await left(army, services)).toEqual({ what: "detached" });
  expect(services.multiplexer.acts()).not.toContain("end");
  expect(await names(services)).toEqual([army.name]);
  expect((await store.roster()).session).toBe(army.name);
});

verifies("zellij:exit:session", "a session that its person ended is ended, and its army removed", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  services.multiplexer.lose(army.name);
  expect(await left(army, services)).toEqual({ what: "ended" });
  expect(services.multiplexer.acts()).toContain("end");
  expect(await names(services)).toEqual([]);
});

verifies("zellij:exit:relay", "the mail store of an ended session is cleaned", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  const store = storeOf(services, army.name);
  services.multiplexer.lose(army.name);
  await left(army, services);
  await expect(store.roster()).rejects.toMatchObject({ code: "store-missing" });
});

verifies("zellij:exit:failure", "an army is removed although ending its exited session fails", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  services.multiplexer.lose(army.name);
  services.multiplexer.failNext("end", new OvldError("server-gone", { program: "zellij" }));
  expect(await left(army, services)).toEqual({ what: "ended" });
  expect(await names(services)).toEqual([]);
});

test("an army is kept for a resume after its session was lost without its person", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  services.multiplexer.lose(army.name);
  expect(await left(army, services, "lost")).toEqual({ what: "lost" });
  expect(await names(services)).toEqual([army.name]);
});

test("a server that is ending lists its session but answers nothing: the army is removed once it has ended", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  const { panes } = services.multiplexer;
  let asked = 0;
  services.multiplexer.panes = async (session) => {
    if (++asked === 3) services.multiplexer.lose(session);
    services.multiplexer.failNext("panes", new OvldError("server-gone", { program: "tmux" }));
    return panes(session);
  };
  expect(await left(army, services)).toEqual({ what: "ended" });
  expect(asked).toBe(3);
});

test("a multiplexer that does not answer for two seconds does not count as an ended session", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  services.multiplexer.sessions = async () => {
    throw new OvldError("server-gone", { program: "tmux" });
  };
  const before = services.clock.elapsed();
  expect(await left(army, services)).toEqual({ what: "detached" });
  expect(services.clock.elapsed() - before).toBeLessThan(2500);
  expect(await names(services)).toEqual([army.name]);
});

test("an army that cannot be removed stays, and the error is thrown", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  services.multiplexer.lose(army.name);
  const error = new Error("disk failed");
  const openRelayStore = async () => {
    throw error;
  };
  const adapters = { ...services.adapters, openRelayStore };
  expect(await afterClient(army, "left", services.config, { ...services, adapters })).toEqual({
    what: "not-removed",
    error,
  });
  expect(await names(services)).toEqual([army.name]);
});
