import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { verifies } from "#test/support/verifies.ts";
import { resolvePaths } from "./paths.ts";
import { readRitual } from "./ritual-files.ts";

async function fixture() {
  const folder = await temporaryFolder();
  const paths = resolvePaths({ OVLD_HOME: join(folder.path, "home") });
  const directory = join(folder.path, "project");
  const write = async (file: string, text: string) => {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  return { paths, directory, write, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

verifies("ritual:read", "reads rituals/<role>.md, or the file for the language", async () => {
  await using w = await fixture();
  const { paths, directory } = w;
  expect((await readRitual("storm.md", { paths, directory, lang: "en" })).text).toBe(
    await readFile("rituals/storm.md", "utf8"),
  );
  expect((await readRitual("storm.md", { paths, directory, lang: "ja" })).text).toBe(
    await readFile("rituals/ja/storm.md", "utf8"),
  );
});

test("the order is project, user, built-in; in each the file for the language comes first", async () => {
  await using w = await fixture();
  const { paths, directory, write } = w;
  const read = async (lang: "en" | "ja") => (await readRitual("storm.md", { paths, directory, lang })).text;
  await write(join(paths.rituals, "storm.md"), "user");
  expect([await read("en"), await read("ja")]).toEqual(["user", "user"]);
  await write(join(paths.rituals, "ja", "storm.md"), "user ja");
  expect([await read("en"), await read("ja")]).toEqual(["user", "user ja"]);
  await write(join(directory, "rituals", "storm.md"), "project");
  expect([await read("en"), await read("ja")]).toEqual(["project", "project"]);
});

verifies("ritual:missing", "a missing file is an error that contains its path", async () => {
  await using w = await fixture();
  const { paths, directory } = w;
  const missing = readRitual("missing.md", { paths, directory, lang: "en" });
  const file = join(directory, "rituals", "missing.md");
  await expect(missing).rejects.toMatchObject({
    ...{ code: "ritual-missing", details: { file } },
    message: expect.stringContaining(file),
  });
});
