import { expect, test } from "vitest";
import { sessionName } from "./session-name.ts";

const name = (directory: string, { taken = [] as string[], maxBytes = 80 } = {}) =>
  sessionName(directory, { maxBytes, isTaken: (candidate) => taken.includes(candidate), hash: "1a2b3c4d" });

test.each([
  ["MyProject", "ovld-myproject"],
  ["my_app-2", "ovld-my_app-2"],
  ["with spaces & 'quotes'", "ovld-withspacesquotes"],
  ["プロジェクト", "ovld-1a2b3c4d"],
  ["プロジェクトx", "ovld-x"],
  ["", "ovld-1a2b3c4d"],
])("%s → %s", (directory, expected) => {
  expect(name(directory)).toBe(expected);
});

test("another directory with the same name gets the next number", () => {
  expect(name("a", { taken: ["ovld-a"] })).toBe("ovld-a-2");
  expect(name("a", { taken: ["ovld-a", "ovld-a-2"] })).toBe("ovld-a-3");
});

test("a name that is too long ends with a hash and leaves room for a number", () => {
  const long = name("x".repeat(200), { maxBytes: 40 });
  expect(long).toBe(`ovld-${"x".repeat(22)}-1a2b3c4d`);
  expect(long.length).toBeLessThanOrEqual(36);
});
