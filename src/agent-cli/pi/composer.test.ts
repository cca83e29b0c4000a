import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type RecordedScreen, screenContract } from "#agent-cli/screen.contract.ts";
import { composerOf } from "./composer.ts";
import { piSenses } from "./senses.ts";

const FOLDER = "test/fixtures/pi-screens";

const drafts: Record<string, string | RegExp> = {
  draft: "half a draft",
  "draft-lines": "first line\nsecond line\n  third",
  "draft-wrapped": /^(word\s+)+word$/,
  "draft-slash": "/",
  "busy-draft": "my next thought",
};

describe.for(readdirSync(FOLDER))("pi on a screen: %s", (file) => {
  const screens = JSON.parse(readFileSync(`${FOLDER}/${file}`, "utf8")) as Record<string, { lines: string[] }>;
  const recorded = Object.entries(screens).map(
    ([name, { lines }]): RecordedScreen => ({
      name,
      screen: lines.join("\n"),
      shows: name === "permission" ? "dialog" : name in drafts ? "draft" : "empty",
      draft: drafts[name],
    }),
  );
  screenContract(piSenses().screen, recorded);
});

test("a text with two rules has no composer", () => {
  const rule = "─".repeat(40);
  expect(composerOf({ screen: `${rule}\na table\n${rule}\n` })).toEqual({ state: "unreadable" });
});
