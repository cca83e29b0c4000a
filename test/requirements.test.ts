import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { requirements } from "./requirements.ts";

test("docs/requirements.md and the manifest hold the same ids, each once", () => {
  const page = readFileSync("docs/requirements.md", "utf8");
  const documented = [...page.matchAll(/^\| ([a-z]+:[a-z0-9: /-]+?) \|/gm)].flatMap(([, ids]) =>
    (ids ?? "").split(" / "),
  );
  const ids = requirements.map(([id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(documented).toEqual(ids);
});
