import { expect, test } from "vitest";
import { cellRows } from "./screen-cells.ts";

test("a run has one style and characters of one width", () => {
  expect(cellRows("ab \u001b[1;32m業火 c\u001b[0m🔥\n\nz")).toEqual([
    [
      { text: "ab ", width: 3 },
      { text: "業火", width: 4, bold: true, foreground: 2 },
      { text: " c", width: 2, bold: true, foreground: 2 },
      { text: "🔥", width: 2 },
    ],
    [],
    [{ text: "z", width: 1 }],
  ]);
});

test("a character of width 0 stays with the one before it", () => {
  expect(cellRows("e\u0301x業\u200b火")).toEqual([
    [
      { text: "e\u0301x", width: 2 },
      { text: "業\u200b火", width: 4 },
    ],
  ]);
});
