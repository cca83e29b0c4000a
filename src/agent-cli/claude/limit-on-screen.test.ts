import { expect, test } from "vitest";
import { limitOn } from "./limit-on-screen.ts";

test.each([
  [
    "● Claude usage limit reached. Your limit will reset at 3pm (Asia/Tokyo).",
    "Claude usage limit reached. Your limit will reset at 3pm (Asia/Tokyo).",
  ],
  [
    "  ⎿  \u001b[31mYou've hit your session limit · resets 3:30pm (UTC)\u001b[39m",
    "You've hit your session limit · resets 3:30pm (UTC)",
  ],
  [
    "● Weekly limit reached\n● You've reached your weekly limit ∙ resets Nov 20, 9am",
    "You've reached your weekly limit ∙ resets Nov 20, 9am",
  ],
  ["  ⎿  You've hit your session limit · Resets at 3pm", "You've hit your session limit · Resets at 3pm"],
])("a usage limit is returned in the CLI's words: %s", (screen, line) => {
  expect(limitOn(screen)).toBe(line);
});

test.each(["❯ raise the limit of the cache", "  no limits here", ""])(
  "a line that only mentions a limit is no match: %s",
  (screen) => {
    expect(limitOn(screen)).toBeUndefined();
  },
);
