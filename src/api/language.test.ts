import { expect, test } from "vitest";
import { preferredLanguage } from "./language.ts";

test.each([
  [undefined, "en"],
  ["", "en"],
  ["ja", "ja"],
  ["ja-JP,en;q=0.8", "ja"],
  ["en;q=0.5, ja;q=0.9", "ja"],
  ["fr, de;q=0.9, ja;q=0.1", "ja"],
  ["ja;q=0, fr", "en"],
  ["*", "en"],
  [";;q=,,", "en"],
])("%j → %s", (accepted, lang) => {
  expect(preferredLanguage(accepted, "en")).toBe(lang);
});
