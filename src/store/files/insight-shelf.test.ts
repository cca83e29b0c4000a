import { lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Log } from "#base/log.ts";
import { insight, insightShelfContract } from "#store/insight-shelf.contract.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { fileInsightShelf } from "./insight-shelf.ts";

insightShelfContract(async () => {
  const folder = await temporaryFolder();
  return {
    shelf: fileInsightShelf(join(folder.path, "knowledge")),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
});

test("an insight is one private file in its category's folder", async () => {
  await using folder = await temporaryFolder();
  await fileInsightShelf(folder.path).add(insight(1, { category: "tmux" }));
  const file = join(folder.path, "tmux", "insight-1.json");
  expect(lstatSync(file).mode & 0o777).toBe(0o600);
  expect(lstatSync(join(folder.path, "tmux")).mode & 0o777).toBe(0o700);
});

test("one that cannot be read is passed over and logged, and stays", async () => {
  await using folder = await temporaryFolder();
  const logged: string[] = [];
  const log: Log = { write: (_level, event) => logged.push(event) };
  const shelf = fileInsightShelf(folder.path, { log });
  await shelf.add(insight(1, { category: "tmux" }));
  writeFileSync(join(folder.path, "tmux", "broken.json"), "{");
  expect(await shelf.find({})).toEqual([insight(1, { category: "tmux" })]);
  expect(logged).toEqual(["insight-unreadable"]);
  expect(readdirSync(join(folder.path, "tmux"))).toHaveLength(2);
});

test("a link planted in place of a category is not followed", async () => {
  await using folder = await temporaryFolder();
  mkdirSync(join(folder.path, "outside"));
  writeFileSync(join(folder.path, "outside", "x.json"), JSON.stringify(insight(1, { category: "tmux" })));
  const shelf = fileInsightShelf(join(folder.path, "knowledge"));
  mkdirSync(join(folder.path, "knowledge"));
  symlinkSync(join(folder.path, "outside"), join(folder.path, "knowledge", "tmux"));
  expect(await shelf.find({})).toEqual([]);
  expect(await shelf.find({ category: "tmux" })).toEqual([]);
  await expect(shelf.add(insight(2, { category: "tmux" }))).rejects.toMatchObject({ code: "store-damaged" });
});

test.for(["../x", "a/b", ""])("refuses %j as an id", async (id) => {
  await using folder = await temporaryFolder();
  await expect(fileInsightShelf(folder.path).add(insight(1, { id }))).rejects.toMatchObject({ code: "bug" });
});

test("past the most the oldest go, whatever their category, and a search reads no more than those kept", async () => {
  await using folder = await temporaryFolder();
  const plenty = fileInsightShelf(folder.path);
  for (let day = 1; day <= 9; day++) await plenty.add(insight(day, { category: day % 2 === 0 ? "even" : "odd" }));
  const shelf = fileInsightShelf(folder.path, { most: 5 });
  const days = async () => (await shelf.find({})).map(({ id }) => id.at(-1));
  expect(await days()).toEqual(["9", "8", "7", "6", "5"]);
  await shelf.add(insight(9, { category: "new", id: "insight-a" }));
  expect((await plenty.find({})).map(({ id }) => id.at(-1))).toEqual(["a", "9", "8", "7", "6"]);
});
