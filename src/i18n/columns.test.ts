import { expect, test } from "vitest";
import { alignColumns } from "./columns.ts";

test("columns stand under each other, wide characters, emoji and colours counted as shown", () => {
  const lines = alignColumns([
    ["業火", "|"],
    ["inferno", "|"],
    ["👑", "|"],
    ["\u001b[31mred\u001b[0m", "|"],
    ["é", "|"],
  ]);
  expect(lines).toEqual(["業火     |", "inferno  |", "👑       |", "\u001b[31mred\u001b[0m      |", "é        |"]);
});
