import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FORMAT } from "#base/format.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { registryOf } from "./army-parts.ts";
import { requireCurrent, takeOver } from "./take-over.ts";

const ROSTER = '{ "session": "ovld-old" }';

/** An army in the folder layout of ovld 0.1. */
async function outdated(services: MemoryServices) {
  const entry: SessionEntry = {
    ...{ name: "ovld-old", directory: services.directory, started: "2026-01-02T03:04:05Z", multiplexer: "tmux" },
    ...{ formation: "overlord", roster: ["storm"], panes: {} },
  };
  await registryOf(services).add(entry);
  const { relay } = sessionPaths(resolvePaths(services.env), entry.name);
  const roster = join(relay, "roster.json");
  const write = async () => {
    await mkdir(relay);
    await writeFile(roster, ROSTER);
  };
  return { entry, relay, roster, write };
}

test("a running army of ovld 0.1 is refused with its name", async () => {
  await using services = await memoryServices();
  const { entry } = await outdated(services);
  const refusal = expect.objectContaining({ code: "session-outdated", details: { session: entry.name } });
  expect(() => requireCurrent(entry)).toThrow(refusal);
  requireCurrent({ ...entry, version: FORMAT });
});

test("the roster of an ended army of ovld 0.1 is moved to a closed folder, and the army has the current layout", async () => {
  await using services = await memoryServices();
  const { entry, relay, roster, write } = await outdated(services);
  await write();
  await takeOver(entry, services);
  expect(await readFile(join(relay, "closed", "roster.json"), "utf8")).toBe(ROSTER);
  await expect(readFile(roster)).rejects.toThrow();
  expect(await registryOf(services).find(entry.name)).toMatchObject({ version: FORMAT });
});

test("an army without a mail folder is converted too", async () => {
  await using services = await memoryServices();
  const { entry } = await outdated(services);
  await takeOver(entry, services);
  expect(await registryOf(services).find(entry.name)).toMatchObject({ version: FORMAT });
});

test("a symlink in place of the mail folder is not followed", async () => {
  await using services = await memoryServices();
  const { entry, relay } = await outdated(services);
  await writeFile(join(services.directory, "roster.json"), ROSTER);
  await symlink(services.directory, relay);
  await expect(takeOver(entry, services)).rejects.toMatchObject({ code: "store-damaged", details: { file: relay } });
  expect(await readFile(join(services.directory, "roster.json"), "utf8")).toBe(ROSTER);
});

test("an army of this version is not changed", async () => {
  await using services = await memoryServices();
  const { entry, roster, write } = await outdated(services);
  await write();
  await takeOver({ ...entry, version: FORMAT }, services);
  expect(await readFile(roster, "utf8")).toBe(ROSTER);
});
