import fc from "fast-check";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { cut, padded, paddedLeft, steady, tail } from "./fit.ts";

test("cuts between characters, never through a wide one", () => {
  expect(cut("城門を焼け", 10)).toBe("城門を焼け");
  expect(cut("城門を焼け", 9)).toBe("城門を焼…");
  expect(cut("城門を焼け", 8)).toBe("城門を…");
  expect(cut("gate", 3)).toBe("ga…");
  expect(cut("gate", 0)).toBe("");
  expect(padded("氷結", 6)).toBe("氷結  ");
  expect(paddedLeft("3分", 6)).toBe("   3分");
  expect(tail("城門を焼け", 5)).toBe("焼け");
});

test("keeps only the first character of a multi-part emoji", () => {
  expect(steady("❄️ 👨‍👩‍👧 👍🏽 1️⃣ ok")).toBe("❄ 👨 👍 1 ok");
  expect(steady("line\nbreak\u001b[31m\u0007")).toBe("line break␛[31m␇");
});

test("every text is padded or cut to its width", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 0, max: 60 }), (text, width) => {
      const line = steady(text);
      expect(stringWidth(padded(line, width))).toBe(width);
      expect(stringWidth(paddedLeft(line, width))).toBe(width);
      expect(stringWidth(tail(line, width))).toBeLessThanOrEqual(width);
    }),
  );
});
