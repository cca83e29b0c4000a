import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { roles } from "#test/support/army-roles.ts";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { summonedArmy } from "#test/support/summoned-army.ts";
import { openApp } from "./open-app.ts";

const appOn = (services: MemoryServices) => openApp(services.config, { ...services, directory: "/" });

test("a second army in a directory is refused with the name of the running one", async () => {
  await using services = await memoryServices();
  const app = appOn(services);
  const { directory } = services;
  const { name } = await app.summon({ directory });
  const refusal = { code: "session-exists", details: { session: name, directory } };
  await expect(app.summon({ directory })).rejects.toMatchObject(refusal);
  expect(services.multiplexer.acts()).toEqual(["open"]);
});

test("an army is summoned in the requested directory, never in that of the server", async () => {
  await using services = await memoryServices();
  const app = appOn(services);
  const directory = join(services.directory, "other");
  const missing = { code: "file-missing", details: { file: directory } };
  await expect(app.summon({ directory })).rejects.toMatchObject(missing);
  await writeFile(directory, "no folder");
  await expect(app.summon({ directory })).rejects.toMatchObject(missing);
  await rm(directory);
  await mkdir(directory);
  expect(await app.summon({ directory })).toMatchObject({ name: "ovld-other", directory });
});

test("the requested formation and multiplexer override the settings", async () => {
  await using services = await memoryServices();
  const order = { directory: services.directory, formation: "mas", multiplexer: "zellij", rituals: false } as const;
  const { formation, multiplexer, roster } = await appOn(services).summon(order);
  expect([formation, multiplexer, roster.length]).toEqual(["mas", "zellij", 13]);
  expect(services.started.map(([command]) => command)).toEqual(["watch"]);
});

test("an ended army is resumed or replaced as requested", async () => {
  await using services = await memoryServices();
  const app = appOn(services);
  const { directory, multiplexer, clock } = services;
  const first = await app.summon({ directory });
  multiplexer.lose(first.name);
  await clock.pass(60_000);
  expect((await app.summon({ directory, resume: true })).started).toBe(first.started);
  multiplexer.lose(first.name);
  expect((await app.summon({ directory, resume: false })).started).not.toBe(first.started);
  expect(await app.list()).toHaveLength(1);
});

test("every army is listed with its state", async () => {
  await using services = await memoryServices();
  const app = appOn(services);
  const other = join(services.directory, "other");
  await mkdir(other);
  const first = await app.summon({ directory: services.directory });
  await services.clock.pass(1000);
  const second = await app.summon({ directory: other });
  services.multiplexer.lose(first.name);
  const surveyed = await app.survey(await app.list());
  expect(surveyed.map(({ entry, state }) => [entry.name, state])).toEqual([
    [first.name, "orphan"],
    [second.name, "running"],
  ]);
  expect(await app.find("ovld-gone")).toBeUndefined();
});

test("armies of a failing multiplexer are unknown", async () => {
  await using services = await memoryServices();
  const app = appOn(services);
  await app.summon({ directory: services.directory });
  services.multiplexer.failNext("sessions", new Error("timeout"));
  expect(await app.survey(await app.list())).toMatchObject([{ state: "unknown" }]);
});

test("the entry returned by `summon` opens its army, for moods and restarts of its roles", async () => {
  await using services = await memoryServices();
  const app = appOn(services);
  const army = await app.open(await app.summon({ directory: services.directory }));
  expect([await army.state(), army.roster.roles.map(({ id }) => id)]).toEqual(["running", roles]);
  expect(await army.screen("storm", { isPlain: true })).toEqual({ text: "> " });
  expect(await army.screen("storm", { isPlain: false })).toMatchObject({ text: "> ", size: { columns: 200 } });
  expect(await army.mood("storm")).toEqual({ mood: "ready" });
  await army.restart(["storm"]);
  expect(services.multiplexer.acts()).toEqual(["open", "respawn"]);
  services.multiplexer.closePane(army.entry.name, "storm");
  await army.restart(["storm"]);
  expect(await army.screen("storm", { isPlain: true })).toEqual({ text: "> " });
  await expect(army.screen("dragon", { isPlain: true })).rejects.toMatchObject({ code: "pane-gone" });
});

test("a dismissed army is not listed, and its name is free", async () => {
  await using services = await memoryServices();
  const app = appOn(services);
  const { directory } = services;
  const army = await app.summon({ directory });
  await app.dismiss(army);
  expect(await app.list()).toEqual([]);
  expect((await app.summon({ directory })).name).toBe(army.name);
});

test("a pane is focused for an attached person; without one the result is false", async () => {
  await using services = await memoryServices();
  const entry = await summonedArmy(services);
  const { name } = entry;
  const army = await appOn(services).open(entry);
  expect(await army.focus("storm")).toBe(false);
  services.multiplexer.lookAt(name, "overlord");
  expect(await army.focus("storm")).toBe(true);
  expect(services.multiplexer.session(name)?.focused).toBe(services.multiplexer.pane(name, "storm").id);
});
