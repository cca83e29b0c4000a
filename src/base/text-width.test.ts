import fc from "fast-check";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { amount } from "#test/support/amount.ts";
import { textWidth } from "./text-width.ts";

test("every character has the width of string-width", () => {
  for (let point = 0; point < 0x110000; point += step(point)) {
    const text = String.fromCodePoint(point);
    if (textWidth(text) !== stringWidth(text)) expect.fail(`U+${point.toString(16)}`);
  }
});

/** Above marks, symbols and emoji only the table of widths decides, so a sample is enough. */
function step(point: number): number {
  const isVaried = point < 0x3100 || (point >= 0xfe00 && point < 0x10000) || (point >= 0x1f000 && point < 0x1fb00);
  return isVaried ? 1 : 41;
}

test.each([
  "❄️ ☝🏽 👍🏽 1️⃣ 🇯🇵 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👨‍👩‍👧 ❤️‍🔥 ❤‍🔥 ⌚︎ ©️ ™ 1️",
  "e\u0301 が か\u3099 ｶﾞ 각 각 뷁 ㄱ 葛󠄀 नि ำ",
  "業\u200b火\u00ad",
])("%s", (text) => {
  expect(textWidth(text)).toBe(stringWidth(text));
});

test("every sequence of graphemes has the width of string-width", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 20 }), (text) => {
      expect(textWidth(text)).toBe(stringWidth(text));
    }),
    { numRuns: amount(2000) },
  );
});
