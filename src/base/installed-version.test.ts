import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { installedVersion } from "./installed-version.ts";

const NAME = "@anthropic-ai/claude-code";

test.each([
  ["an npm package", "node_modules/claude-code/bin/claude.exe", { name: NAME, version: "2.1.9" }, "2.1.9"],
  ["an installer's version folder", "share/claude/versions/2.1.10", undefined, "2.1.10"],
  ["a script", "bin/claude", undefined, undefined],
  ["a script inside another package", "bin/claude", { name: "mine", version: "0.0.1" }, undefined],
  ["a package without a version", "bin/claude", { name: NAME, version: 3 }, undefined],
  ["an invalid package file", "bin/claude", null, undefined],
])("%s", async (_, place, described, version) => {
  await using folder = await temporaryFolder();
  const program = join(folder.path, place);
  await mkdir(dirname(program), { recursive: true });
  await writeFile(program, "");
  if (described !== undefined) await writeFile(join(dirname(program), "../package.json"), JSON.stringify(described));
  await symlink(program, join(folder.path, "link"));
  expect(installedVersion(join(folder.path, "link"), NAME)).toBe(version);
});

test("finds the version of the installed Claude Code", () => {
  expect(installedVersion("node_modules/.bin/claude", NAME)).toMatch(/^2\.\d+\.\d+$/);
});
