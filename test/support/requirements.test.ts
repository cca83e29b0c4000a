import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requirements } from "./requirements.ts";

const ids = requirements.map(([id]) => id);

test("docs/requirements.md and the manifest hold the same ids, each once", () => {
  const page = readFileSync("docs/requirements.md", "utf8");
  const documented = [...page.matchAll(/^\| ([a-z]+:[a-z0-9: /-]+?) \|/gm)].flatMap(([, found]) =>
    (found ?? "").split(" / "),
  );
  expect(new Set(ids).size).toBe(ids.length);
  expect(documented).toEqual(ids);
});

test("each id is cited by a test, on one line with the call, so that a search finds it", () => {
  const texts = ["src", "test"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => readFileSync(join(folder, name), "utf8")),
  );
  const cited = texts.flatMap((text) => [...text.matchAll(/\bverifies\("([^"]+)"/g)].map(([, id]) => id));
  expect([...new Set(cited)].sort()).toEqual([...ids].sort());
  expect(texts.filter((text) => /\bverifies\(\n/.test(text))).toEqual([]);
});
