import fc from "fast-check";
import { expect, test } from "vitest";
import { amount } from "#test/support/amount.ts";
import { fromTmuxName, toTmuxName } from "./tmux-name.ts";

test.each([
  ["mas-project-123", "mas-project-123"],
  ["日本語 👑 é (a) [b] {c} <d> 'e' \"f\" ; -g", "日本語 👑 é (a) [b] {c} <d> 'e' \"f\" ; -g"],
  ["a.b:c", "a%2Eb%3Ac"],
  ["#(id) $HOME \\", "%23(id) %24HOME %5C"],
  ["two\nlines", "two%0Alines"],
  ["100%", "100%"],
  ["%41", "%2541"],
  ["\u{10ffff}", "%F4%8F%BF%BF"],
])("%j is %j to tmux", (name, tmuxName) => {
  expect(toTmuxName(name)).toBe(tmuxName);
  expect(fromTmuxName(tmuxName)).toBe(name);
});

test("any name decodes unchanged, and tmux keeps the encoded name", () => {
  const unit = fc.oneof(
    fc.constantFrom("%", "4", "1", "A", ".", ":", "#", "\\", "$", "\n"),
    fc.string({ unit: "binary", maxLength: 1 }),
  );
  fc.assert(
    fc.property(fc.string({ unit }), (name) => {
      const tmuxName = toTmuxName(name);
      expect(fromTmuxName(tmuxName)).toBe(name);
      expect(tmuxName).not.toMatch(/[:.#\\$\p{Cc}\p{Cn}\p{Co}\p{Cf}]/u);
    }),
    { numRuns: amount(5000) },
  );
});

test("a foreign % that is no valid escape is kept", () => {
  expect(fromTmuxName("50%FF")).toBe("50%FF");
});
