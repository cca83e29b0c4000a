import fc from "fast-check";
import { expect, test } from "vitest";
import { pieces } from "./type.ts";

test("a text in pieces is the same text, and every piece can be an argument", () => {
  const long = fc.string({ unit: fc.constantFrom("a", "日", "👑", "\0", "\n"), maxLength: 60_000, size: "max" });
  fc.assert(
    fc.property(long, (text) => {
      const parts = pieces(text);
      expect(parts.join("")).toBe(text);
      for (const part of parts) {
        expect(Buffer.byteLength(part)).toBeLessThan(100_000);
        expect(!/\p{Surrogate}/u.test(part) && (part === "\0" || !part.includes("\0")) && part !== "").toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});
