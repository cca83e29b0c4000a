import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { resolvePaths } from "#home/paths.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { homeEntries } from "./home-entries.ts";

test("only files with known names belong to ovld, also if the ovld home contains other files", async () => {
  await using folder = await temporaryFolder();
  const ours = [
    ".config.toml.12.0123456789ab.tmp",
    "config.toml",
    "config.toml.2026-11-16T03-31-37-000Z.bak",
    "registry.json.damaged-2026-11-16T03-31-37-000Z-0a1b2c",
    "registry.json.lock",
    "summon.lock",
    "summon.lock.0123456789ab",
  ];
  const foreign = [".bashrc", ".tmp", "Documents", "cargo.lock", "config.toml.orig", "notes.bak", "sessions.txt"];
  for (const name of [...ours, ...foreign]) await writeFile(join(folder.path, name), "");
  for (const name of ["sessions", "server"]) await mkdir(join(folder.path, name));
  const found = await homeEntries(resolvePaths({ OVLD_HOME: folder.path }));
  expect(found.ours.map((path) => basename(path)).sort()).toEqual([...ours, "server", "sessions"].sort());
  expect(found.foreign.map((path) => basename(path)).sort()).toEqual([...foreign].sort());
});

test("a missing home has no entries", async () => {
  expect(await homeEntries(resolvePaths({ OVLD_HOME: "/nonexistent/ovld" }))).toEqual({ ours: [], foreign: [] });
});
