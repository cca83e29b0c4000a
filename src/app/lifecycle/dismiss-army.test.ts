import { existsSync } from "node:fs";
import { mkdir, readdir, readlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { registryOf } from "#app/armies/army-parts.ts";
import { underSummonLock } from "#app/summon/summon-lock.ts";
import { ConfigLoader } from "#config/load.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import { readIds, send } from "#store/store-fixture.contract.ts";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { storeOf, summonedArmy } from "#test/support/summoned-army.ts";
import { verifies } from "#test/support/verifies.ts";
import { dismissAlone } from "./dismiss-army.ts";
import { pastArmiesOf } from "./keep-history.ts";

const folderOf = (services: MemoryServices, name: string) => sessionPaths(resolvePaths(services.env), name).folder;

/** Subject of each message in the history, by army. */
async function history(services: MemoryServices): Promise<Record<string, string[]>> {
  const kept: Record<string, string[]> = {};
  for (const { facts, messages } of await (await pastArmiesOf(services)).list()) {
    const subjects: string[] = [];
    for await (const { subject } of messages()) subjects.push(subject);
    kept[facts.session] = [...(kept[facts.session] ?? []), ...subjects];
  }
  return kept;
}

test("dismissing keeps mail in the history, read or not, and removes everything else", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  const store = storeOf(services, army.name);
  await send(store, { subject: "read" });
  await readIds(store);
  await send(store, { subject: "unread" });
  await dismissAlone(army, services.config, services);
  expect(await history(services)).toEqual({ [army.name]: ["read", "unread"] });
  expect(services.multiplexer.session(army.name)).toBeUndefined();
  expect(await registryOf(services).list()).toEqual([]);
  expect(existsSync(folderOf(services, army.name))).toBe(false);
});

verifies("zellij:relay:cleanup", "dismissing cleans the mail store itself, beside removing its folder", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  const store = storeOf(services, army.name);
  await send(store);
  await dismissAlone(army, services.config, services);
  await expect(store.roster()).rejects.toMatchObject({ code: "store-missing" });
});

test("an army without mail leaves no history", async () => {
  await using services = await memoryServices();
  await dismissAlone(await summonedArmy(services), services.config, services);
  expect(await history(services)).toEqual({});
});

test("with `history.days = 0` no history is kept", async () => {
  await using services = await memoryServices({ overrides: { "history.days": 0 } });
  const army = await summonedArmy(services);
  await send(storeOf(services, army.name));
  await dismissAlone(army, services.config, services);
  expect(await history(services)).toEqual({});
  expect(await registryOf(services).list()).toEqual([]);
});

test("dismissing removes too old armies from the history", async () => {
  await using services = await memoryServices();
  const config = ConfigLoader.trace({ ...services, flags: { ...services.overrides, "history.days": 1 } }).config;
  const first = await summonedArmy(services);
  await send(storeOf(services, first.name), { subject: "old" });
  await dismissAlone(first, config, services);
  await services.clock.pass(3 * 24 * 3_600_000);
  const second = await summonedArmy(services);
  await send(storeOf(services, second.name), { subject: "new" });
  await dismissAlone(second, config, services);
  expect(await history(services)).toEqual({ [second.name]: ["new"] });
});

test("an army that took the name meanwhile stays", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  await dismissAlone({ ...army, started: "2020-01-02T03:04:05.678Z" }, services.config, services);
  expect(services.multiplexer.acts()).toEqual(["open"]);
  expect(await registryOf(services).list()).toEqual([army]);
});

test("a cancelled command waits for a concurrent summoning, and still ends its own army", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  const { home } = resolvePaths(services.env);
  const locks = async () => (await readdir(home)).filter((name) => name.includes("summon.lock"));
  services.cancel();
  const dismissing = await underSummonLock({ ...services, signal: new AbortController().signal }, async () => {
    const dismissed = dismissAlone(army, services.config, services).then(() => "dismissed", String);
    await expect.poll(locks).toHaveLength(2);
    return { dismissed };
  });
  expect(await dismissing.dismissed).toBe("dismissed");
  expect(await registryOf(services).list()).toEqual([]);
});

test("an army stays with its mail for another dismissal if its session cannot be ended", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  await send(storeOf(services, army.name));
  services.multiplexer.failNext("end", new OvldError("server-gone", { program: "tmux" }));
  await expect(dismissAlone(army, services.config, services)).rejects.toMatchObject({ code: "server-gone" });
  expect(await registryOf(services).list()).toEqual([army]);
  expect(await storeOf(services, army.name).mail.countUnread("inferno")).toBe(1);
  await dismissAlone(army, services.config, services);
  expect(Object.keys(await history(services))).toEqual([army.name]);
});

test("an army that is over is dismissed without its multiplexer", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  services.multiplexer.failNext("end", new OvldError("server-gone", { program: "tmux" }));
  await dismissAlone(army, services.config, services, { isOver: true });
  expect(await registryOf(services).list()).toEqual([]);
});

test("an army that is put to rest keeps mail, folder and registry entry, and is resumed from there", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  await send(storeOf(services, army.name));
  await dismissAlone(army, services.config, services, { keep: true });
  expect(services.multiplexer.session(army.name)).toBeUndefined();
  expect(await registryOf(services).list()).toMatchObject([{ name: army.name, isResting: true }]);
  expect(await history(services)).toEqual({});
  const again = await summonedArmy(services, { resume: "resume" });
  expect([again.name, again.started, again.isResting]).toEqual([army.name, army.started, undefined]);
  expect(await storeOf(services, army.name).mail.countUnread("inferno")).toBe(1);
});

test("an army with unreadable mail is not dismissed, so that the mail can be repaired", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  await storeOf(services, army.name).clean();
  const adapters = { ...services.adapters, hasLostRoster: async () => true };
  const dismissing = dismissAlone(army, services.config, { ...services, adapters });
  await expect(dismissing).rejects.toMatchObject({ code: "store-damaged" });
  expect(await registryOf(services).list()).toEqual([army]);
  expect(existsSync(folderOf(services, army.name))).toBe(true);
});

test("an army that has lost its mail folder is dismissed", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  await storeOf(services, army.name).clean();
  await dismissAlone(army, services.config, services);
  expect(await registryOf(services).list()).toEqual([]);
});

test("the symlink to the newest army's mail points to the remaining army", async () => {
  await using services = await memoryServices();
  const paths = resolvePaths(services.env);
  const first = await summonedArmy(services);
  const directory = join(services.directory, "project");
  await mkdir(directory);
  const second = await summonedArmy({ ...services, directory });
  expect(await readlink(paths.relay)).toBe(sessionPaths(paths, second.name).relay);
  await dismissAlone(second, services.config, services);
  expect(await readlink(paths.relay)).toBe(sessionPaths(paths, first.name).relay);
  await dismissAlone(first, services.config, services);
  await expect(readlink(paths.relay)).rejects.toMatchObject({ code: "ENOENT" });
});

test("the history contains the roles, and the relay starts and refusals of each", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  const store = storeOf(services, army.name);
  await send(store);
  await store.counts.add("storm", "starts");
  await store.counts.add("storm", "cuts");
  await store.counts.add("storm", "starts");
  await dismissAlone(army, services.config, services);
  const [past] = await (await pastArmiesOf(services)).list();
  expect(past?.facts.roles.map(({ id }) => id)).toEqual(army.roster);
  expect([past?.facts.starts.storm, past?.facts.cuts.storm, past?.facts.starts.shadow]).toEqual([2, 1, 0]);
});
