import fc from "fast-check";
import { expect, test } from "vitest";
import { pieces } from "./type.ts";

const check = (text: string) => {
  const parts = pieces(text);
  expect(parts.join("")).toBe(text);
  for (const part of parts) {
    expect(Buffer.byteLength(part)).toBeLessThan(100_000);
    expect(!/\p{Surrogate}/u.test(part) && (part === "\0" || !part.includes("\0")) && part !== "").toBe(true);
  }
};

test("a text in pieces is the same text, and every piece can be an argument", () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom("a", "日", "👑", "\0", "\n") }), check));
  check("日".repeat(60_000));
});

test("no character is torn, wherever a piece ends", () => {
  for (const start of ["", "a"]) check(`${start}${"👑".repeat(40_000)}`);
});
