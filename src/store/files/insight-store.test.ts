import { lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Log } from "#base/log.ts";
import { insight, insightStoreContract } from "#store/insight-store.contract.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { fileInsightStore } from "./insight-store.ts";

insightStoreContract(async () => {
  const folder = await temporaryFolder();
  return {
    insights: fileInsightStore(join(folder.path, "knowledge")),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
});

test("an insight is one private file in its category's folder", async () => {
  await using folder = await temporaryFolder();
  await fileInsightStore(folder.path).add(insight(1, { category: "tmux" }));
  const file = join(folder.path, "tmux", "insight-1.json");
  expect(lstatSync(file).mode & 0o777).toBe(0o600);
  expect(lstatSync(join(folder.path, "tmux")).mode & 0o777).toBe(0o700);
});

test("an unreadable insight is skipped and logged, and stays", async () => {
  await using folder = await temporaryFolder();
  const logged: string[] = [];
  const log: Log = { write: (_level, event) => logged.push(event) };
  const insights = fileInsightStore(folder.path, { log });
  await insights.add(insight(1, { category: "tmux" }));
  writeFileSync(join(folder.path, "tmux", "broken.json"), "{");
  expect(await insights.find({})).toEqual([insight(1, { category: "tmux" })]);
  expect(logged).toEqual(["insight-unreadable"]);
  expect(readdirSync(join(folder.path, "tmux"))).toHaveLength(2);
});

test("a symlink in place of a category is not followed", async () => {
  await using folder = await temporaryFolder();
  mkdirSync(join(folder.path, "outside"));
  writeFileSync(join(folder.path, "outside", "x.json"), JSON.stringify(insight(1, { category: "tmux" })));
  const insights = fileInsightStore(join(folder.path, "knowledge"));
  mkdirSync(join(folder.path, "knowledge"));
  symlinkSync(join(folder.path, "outside"), join(folder.path, "knowledge", "tmux"));
  expect(await insights.find({})).toEqual([]);
  expect(await insights.find({ category: "tmux" })).toEqual([]);
  await expect(insights.add(insight(2, { category: "tmux" }))).rejects.toMatchObject({ code: "store-damaged" });
});

test.for(["../x", "a/b", ""])("refuses %j as an id", async (id) => {
  await using folder = await temporaryFolder();
  await expect(fileInsightStore(folder.path).add(insight(1, { id }))).rejects.toMatchObject({ code: "bug" });
});

test("above the maximum the oldest insights of all categories are removed, and a search reads only the kept ones", async () => {
  await using folder = await temporaryFolder();
  const plenty = fileInsightStore(folder.path);
  for (let day = 1; day <= 9; day++) await plenty.add(insight(day, { category: day % 2 === 0 ? "even" : "odd" }));
  const insights = fileInsightStore(folder.path, { most: 5 });
  const days = async () => (await insights.find({})).map(({ id }) => id.at(-1));
  expect(await days()).toEqual(["9", "8", "7", "6", "5"]);
  await insights.add(insight(9, { category: "new", id: "insight-a" }));
  expect((await plenty.find({})).map(({ id }) => id.at(-1))).toEqual(["a", "9", "8", "7", "6"]);
});
