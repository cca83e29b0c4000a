import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

test.each([
  ["sumon", "summon"],
  ["usnummon", "unsummon"],
  ["Doctor", "doctor"],
  ["xyz", undefined],
  ["", undefined],
])("%s → %s", (word, expected) => {
  expect(nearest(word, ["summon", "unsummon", "doctor", "init"])).toBe(expected);
});
