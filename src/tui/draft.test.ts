import fc from "fast-check";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { type Draft, edit, emptyDraft, showDraft, textOf } from "./draft.ts";
import { parseKeys } from "./keys.ts";

const LEFT = "\u001b[D";

function type(input: string, from: Draft = emptyDraft): Draft {
  return parseKeys(input).keys.reduce((draft, key) => edit(draft, key) ?? draft, from);
}

test("edits Japanese and emoji by graphemes", () => {
  expect(textOf(type("業火👨‍👩‍👧\u007f"))).toBe("業火");
  expect(textOf(type(`城門${LEFT}の${LEFT}${LEFT}\u001b[3~砦`))).toBe("砦の門");
  expect(textOf(type(`gate\u0001the \u0005!`))).toBe("the gate!");
  expect(textOf(type("burn the gate\u0017"))).toBe("burn the ");
  expect(textOf(type("burn\u0015x"))).toBe("x");
});

test("shows the part around the caret, and the caret's cell", () => {
  expect(showDraft(type("城門を焼け"), 20)).toEqual({ text: "城門を焼け", caret: 10 });
  expect(showDraft(type(`城門を焼け${LEFT}${LEFT}`), 20)).toEqual({ text: "城門を焼け", caret: 6 });
  expect(showDraft(type("城門を焼け"), 5)).toEqual({ text: "焼け", caret: 4 });
  expect(showDraft(type(`\u001b[200~one\rtwo\u001b[201~`), 20)).toEqual({ text: "one↵two", caret: 7 });
});

test("any text stays within its width", () => {
  const key = fc.constantFrom(
    "a",
    "業",
    "🔥",
    "\u001b[D",
    "\u001b[C",
    "\u007f",
    "\u001b[3~",
    "\u0001",
    "\u0005",
    "\u0017",
    " ",
  );
  fc.assert(
    fc.property(fc.array(key, { maxLength: 80 }), fc.integer({ min: 1, max: 40 }), (keys, width) => {
      const { text, caret } = showDraft(type(keys.join("")), width);
      expect(stringWidth(text)).toBeLessThanOrEqual(width);
      expect(caret).toBeLessThan(width);
    }),
  );
});
