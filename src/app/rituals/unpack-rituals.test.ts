import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { summon } from "#app/summon/summon.ts";
import type { SummonProgress } from "#app/summon/summon-progress.ts";
import { resolvePaths } from "#home/paths.ts";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";

/** Summons an army; resolves with whether it counts as the first one of this ovld home. */
async function isFirst(services: MemoryServices): Promise<boolean[]> {
  const progress: SummonProgress[] = [];
  await summon({ until: "background", rituals: true }, { report: (one) => void progress.push(one) }, services);
  return progress.flatMap((one) => (one.what === "planned" ? [one.isFirst] : []));
}

test("the first army of an ovld home copies the built-in rituals, and a later one keeps the edited copies", async () => {
  await using services = await memoryServices();
  const { rituals } = resolvePaths(services.env);
  expect(await isFirst(services)).toEqual([true]);
  expect(await readdir(rituals)).toContain("overlord.md");
  await writeFile(join(rituals, "overlord.md"), "My own words.\n");
  services.multiplexer.lose("ovld-project");
  expect(await isFirst(services)).toEqual([false]);
  expect(await readFile(join(rituals, "overlord.md"), "utf8")).toBe("My own words.\n");
});

test("an ovld home with a config.toml was set up before: no ritual is copied", async () => {
  await using services = await memoryServices();
  const { config, rituals } = resolvePaths(services.env);
  await mkdir(dirname(config), { recursive: true, mode: 0o700 });
  await writeFile(config, "");
  expect(await isFirst(services)).toEqual([false]);
  await expect(readdir(rituals)).rejects.toMatchObject({ code: "ENOENT" });
});

test("rituals that cannot be copied are a notice, because the army already runs", async () => {
  await using services = await memoryServices();
  const { home, rituals } = resolvePaths(services.env);
  const { startDetached } = services.adapters;
  services.adapters.startDetached = async (...args) => {
    await mkdir(home, { recursive: true });
    await writeFile(rituals, "a file in place of the folder").catch(() => {});
    return startDetached(...args);
  };
  expect(await isFirst(services)).toEqual([true]);
  expect(services.notices).toMatchObject([{ what: "rituals-not-unpacked" }]);
  expect(services.multiplexer.session("ovld-project")?.state).toBe("running");
});
