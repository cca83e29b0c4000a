import { expect, test } from "vitest";
import { paint } from "./paint.ts";

/** Makes escape sequences readable. */
const readable = (text: string) => text.replaceAll("\u001b[", "‹");

test("paints everything at first, then only the changed rows, with absolute addresses", () => {
  expect(readable(paint(undefined, ["a", "b"]))).toBe("‹?2026h‹?25l‹H‹J‹1;1H‹2Ka‹2;1H‹2Kb‹?2026l");
  expect(readable(paint(["a", "b", "c"], ["a", "x", "c"]))).toBe("‹?2026h‹?25l‹2;1H‹2Kx‹?2026l");
});

test("shows the cursor only while text is typed", () => {
  expect(readable(paint(["a"], ["a"], { row: 0, column: 7 }))).toBe("‹?2026h‹?25l‹1;8H‹?25h‹?2026l");
});
