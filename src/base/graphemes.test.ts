import fc from "fast-check";
import { expect, test } from "vitest";
import { graphemesOf, isSimple } from "./graphemes.ts";

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const segmented = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);

test("graphemes are user-perceived characters", () => {
  expect([...graphemesOf("城門🔥")]).toEqual(["城", "門", "🔥"]);
  expect([...graphemesOf("👨‍👩‍👧e\u0301")]).toEqual(["👨‍👩‍👧", "e\u0301"]);
});

test("no two characters of a simple text form one grapheme", () => {
  const simple = Array.from({ length: 0x20000 }, (_, point) => String.fromCodePoint(point)).filter(isSimple);
  expect(simple.length).toBeGreaterThan(30_000);
  const joined = simple.filter((one, at) => {
    // Tested beside itself and beside its neighbour.
    const text = `${one}${one}${simple[at + 1] ?? ""}`;
    return segmented(text).length !== [...text].length;
  });
  expect(joined).toEqual([]);
});

test("a long text has the same graphemes as in one piece", () => {
  const unit = fc.constantFrom("a", "業", "🔥", "👨‍👩‍👧", "🇯🇵", "🇯", "e\u0301", "\u0301", "각", "\r\n", "\u200d");
  fc.assert(
    fc.property(fc.string({ unit, minLength: 100, maxLength: 600, size: "max" }), (text) => {
      expect([...graphemesOf(text)]).toEqual(segmented(text));
    }),
  );
  const long = "e\u0301".repeat(50_000);
  expect([...graphemesOf(long)].length).toBe(50_000);
});
