import fc from "fast-check";
import { expect, test } from "vitest";
import { styledLines } from "#base/styled-text.ts";
import { aScene } from "#test/tui/a-scene.ts";
import { draw } from "./draw.ts";
import { type Line, plainText, span, type Tone } from "./line.ts";
import { rowText } from "./row-text.ts";

const coloured = (line: Line) => rowText(line, { isColoured: true });
/** Makes escape sequences readable. */
const readable = (line: Line) => coloured(line).replaceAll("\u001b[", "‹");

test.each(["en", "ja"] as const)("without colours a row is its plain text (%s)", (language) => {
  const { lines } = draw(aScene({ language }));
  expect(lines.map((line) => rowText(line, { isColoured: false }))).toEqual(lines.map(plainText));
});

test("each tone has its colour, and every row ends with the default style", () => {
  const tones: Tone[] = ["good", "bad", "warn", "info", "quiet", "strong"];
  expect(tones.map((tone) => readable([span("業火", tone)]))).toEqual([
    ...["‹32m業火‹m", "‹31m業火‹m", "‹33m業火‹m", "‹36m業火‹m", "‹90m業火‹m", "‹1m業火‹m"],
  ]);
});

test("neighbours of the same style share one sequence, and blanks need none", () => {
  expect(readable([span("a", "good"), span("b", "good"), span("  "), span("c", "bad"), span("d")])).toBe(
    "‹32mab  ‹31mc‹md",
  );
  expect(readable([span("m", "strong"), span(" write", "quiet"), span("  "), span("r", "strong")])).toBe(
    "‹1mm‹0;90m write  ‹0;1mr‹m",
  );
});

test("blanks at the end of a row are not written in any tone", () => {
  expect(readable([span("a", "good"), span("b  "), span("  ", "quiet")])).toBe("‹32ma‹mb");
  expect(readable([span("   ", "bad"), span("")])).toBe("");
});

test("a terminal shows each character in the style of its span", () => {
  const tone = fc.option(fc.constantFrom<Tone>("good", "bad", "warn", "info", "quiet", "strong"), { nil: undefined });
  const text = fc.string({ unit: fc.constantFrom("a", "業", "🔥", " "), maxLength: 5 });
  fc.assert(
    fc.property(fc.array(fc.record({ text, tone }), { maxLength: 8 }), (line) => {
      const shown = styledLines(coloured(line))[0] ?? [];
      const seen = shown.flatMap(({ text: piece, look }) => [...piece].map((character) => ({ character, look })));
      const meant = line.flatMap((part) => [...part.text].map((character) => ({ character, look: looks(part.tone) })));
      expect(seen.map(({ character }) => character).join("")).toBe(plainText(line));
      for (const [at, { character, look }] of seen.entries())
        if (character !== " ") expect(look, JSON.stringify(line)).toEqual(meant[at]?.look);
    }),
  );
});

function looks(tone: Tone | undefined) {
  if (tone === "strong") return { bold: true };
  const colours = { bad: 1, good: 2, warn: 3, info: 6, quiet: 8 };
  return tone ? { foreground: colours[tone] } : {};
}
