import { expect, test } from "vitest";
import { alignColumns } from "./columns.ts";

test("columns are aligned by their displayed width with wide characters, emoji and colours", () => {
  const lines = alignColumns([
    ["業火", "|"],
    ["inferno", "|"],
    ["👑", "|"],
    ["\u001b[31mred\u001b[0m", "|"],
    ["é", "|"],
  ]);
  expect(lines).toEqual(["業火     |", "inferno  |", "👑       |", "\u001b[31mred\u001b[0m      |", "é        |"]);
});
