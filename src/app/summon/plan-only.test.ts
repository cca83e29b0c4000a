import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { registryOf } from "#app/armies/army-parts.ts";
import { resolvePaths } from "#home/paths.ts";
import { send } from "#store/store-fixture.contract.ts";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { storeOf, summonedArmy } from "#test/support/summoned-army.ts";
import { planOnly } from "./plan-only.ts";
import type { ResumeChoice } from "./summon-progress.ts";

const dryRun = (services: MemoryServices, resume?: ResumeChoice) =>
  planOnly({ until: "background", rituals: true, resume }, services);

test("a dry run returns the plan of a first army, writes nothing and starts nothing", async () => {
  await using services = await memoryServices();
  const files = () => readdir(join(services.directory, ".."), { recursive: true });
  const before = await files();
  expect(await dryRun(services)).toMatchObject({ plan: { entry: { name: "ovld-project" } }, isFirst: true });
  expect([services.multiplexer.acts(), services.started]).toEqual([[], []]);
  expect(await files()).toEqual(before);
});

test("a home with rituals is not set up again", async () => {
  await using services = await memoryServices();
  await mkdir(resolvePaths(services.env).rituals, { recursive: true });
  expect(await dryRun(services)).toMatchObject({ isFirst: false });
});

test("a dry run returns the name of the running army", async () => {
  await using services = await memoryServices();
  const entry = await summonedArmy(services);
  expect(await dryRun(services)).toEqual({ existing: entry });
});

test("a dry run with an ended army requires the choice that `summon` requires, and changes nothing", async () => {
  await using services = await memoryServices();
  const entry = await summonedArmy(services);
  await send(storeOf(services, entry.name));
  services.multiplexer.lose(entry.name);
  await expect(dryRun(services)).rejects.toMatchObject({ code: "session-resumable" });
  expect(await dryRun(services, "resume")).toMatchObject({ plan: { isAgain: true } });
  expect(await dryRun(services, "fresh")).toMatchObject({ plan: { isAgain: false, entry: { name: entry.name } } });
  expect(await registryOf(services).list()).toEqual([entry]);
  expect(await storeOf(services, entry.name).mail.countUnread("inferno")).toBe(1);
});

test("a dry run without the agent CLI fails like `summon`, unless an army is already running", async () => {
  await using services = await memoryServices();
  const entry = await summonedArmy(services);
  await rm(join(services.env.PATH ?? "", "claude"));
  expect(await dryRun(services)).toEqual({ existing: entry });
  await registryOf(services).remove(entry.name);
  await expect(dryRun(services)).rejects.toMatchObject({ code: "program-missing" });
});
