import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

test("no unit test replaces a module: the lane loads each module once for all of its files", () => {
  const replacing = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts") && !name.endsWith(".live.test.ts"))
    .filter((name) => /\bvi\.(do)?mock\(|\bvi\.resetModules\(/.test(readFileSync(join("src", name), "utf8")));
  expect(replacing).toEqual([]);
});
