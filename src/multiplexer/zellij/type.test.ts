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

test("the pieces join to the text, and each is a valid argument", () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom("a", "日", "👑", "\0", "\n") }), check));
  check("日".repeat(60_000));
});

test("no piece ends inside a character", () => {
  for (const start of ["", "a"]) check(`${start}${"👑".repeat(40_000)}`);
});
