import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { watchFileSystem } from "#test/support/file-system-calls.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { resolvePaths, sessionPaths } from "./paths.ts";
import { openRegistry } from "./registry.ts";
import type { SessionEntry } from "./session-entry.ts";

let opened: string[] = [];
let watching: Disposable;
beforeAll(() => {
  watching = watchFileSystem(["open"], (_, __, path) => opened.push(path));
});
afterAll(() => watching[Symbol.dispose]());

/** Files opened since the last call. */
function reads(): string[] {
  const before = opened;
  opened = [];
  return before;
}

function entry(name: string): SessionEntry {
  return {
    ...{ name, directory: `/projects/${name}`, started: "2026-01-01T00:00:00.000Z", multiplexer: "zellij" },
    ...{ formation: "overlord", roster: ["overlord", "inferno"], panes: { overlord: "terminal_0" } },
  };
}

test("finding one army reads only its own files, and finding it again reads nothing", async () => {
  await using folder = await temporaryFolder();
  const paths = resolvePaths({ OVLD_HOME: join(folder.path, "home") });
  const other = openRegistry({ paths, clock: systemClock });
  for (let n = 0; n < 50; n++) await other.add(entry(`ovld-${n}`));
  const registry = openRegistry({ paths, clock: systemClock });
  reads();
  expect(await registry.find("ovld-7")).toEqual(entry("ovld-7"));
  expect(reads()).toEqual([paths.registry, sessionPaths(paths, "ovld-7").record]);
  for (let round = 0; round < 3; round++) expect(await registry.find("ovld-7")).toEqual(entry("ovld-7"));
  expect(reads()).toEqual([]);
  await other.note("ovld-7", { panes: { inferno: "terminal_9" } });
  expect(await registry.find("ovld-7")).toMatchObject({ panes: { inferno: "terminal_9" } });
  await other.remove("ovld-7");
  await rm(sessionPaths(paths, "ovld-7").folder, { recursive: true });
  expect(await registry.find("ovld-7")).toBeUndefined();
  expect(await registry.find("../ovld-8")).toBeUndefined();
});

test("an index entry is parsed once, until the index is replaced", async () => {
  await using folder = await temporaryFolder();
  const paths = resolvePaths({ OVLD_HOME: join(folder.path, "home") });
  const registry = openRegistry({ paths, clock: systemClock });
  await registry.add(entry("ovld-a"));
  await rm(sessionPaths(paths, "ovld-a").record);
  const found = await registry.find("ovld-a");
  expect(found).toEqual(entry("ovld-a"));
  expect(await registry.find("ovld-a")).toBe(found);
  await openRegistry({ paths, clock: systemClock }).add(entry("ovld-b"));
  expect(await registry.find("ovld-a")).not.toBe(found);
});

test("a repeated list reads only replaced files", async () => {
  await using folder = await temporaryFolder();
  const paths = resolvePaths({ OVLD_HOME: join(folder.path, "home") });
  const other = openRegistry({ paths, clock: systemClock });
  const names = ["ovld-a", "ovld-b", "ovld-c"];
  for (const name of names) await other.add(entry(name));
  const registry = openRegistry({ paths, clock: systemClock });
  expect((await registry.list()).map(({ name }) => name)).toEqual(names);
  await other.note("ovld-b", { isResting: true });
  reads();
  expect((await registry.list()).map(({ isResting }) => isResting)).toEqual([undefined, true, undefined]);
  expect(reads()).toEqual([paths.registry, sessionPaths(paths, "ovld-b").record]);
});
