import { expect, test } from "vitest";
import { localeLanguage } from "./locale-language.ts";

test.each([
  [{ LANG: "ja_JP.UTF-8" }, "LANG"],
  [{ LANG: "ja" }, "LANG"],
  [{ LANG: "ja.utf8" }, "LANG"],
  [{ LANG: "ja-JP" }, "LANG"],
  [{ LC_MESSAGES: "ja_JP.UTF-8", LANG: "en_US.UTF-8" }, "LC_MESSAGES"],
  [{ LC_ALL: "ja_JP.eucJP", LC_MESSAGES: "C", LANG: "C" }, "LC_ALL"],
  [{ LC_ALL: "", LC_MESSAGES: "", LANG: "ja_JP.UTF-8" }, "LANG"],
])("%j is Japanese", (env, variable) => {
  expect(localeLanguage(env)).toEqual({ lang: "ja", variable });
});

test.each([
  {},
  { LANG: "" },
  { LANG: "C.UTF-8" },
  { LANG: "de_DE.UTF-8" },
  { LANG: "jam_JM" },
  { LC_ALL: "C", LANG: "ja_JP.UTF-8" },
  { LC_MESSAGES: "en_GB.UTF-8", LANG: "ja_JP.UTF-8" },
  { LC_CTYPE: "ja_JP.UTF-8", LANGUAGE: "ja" },
])("%j is English", (env) => {
  expect(localeLanguage(env)).toEqual({ lang: "en" });
});
