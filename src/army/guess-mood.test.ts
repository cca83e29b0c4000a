import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import type { PaneView } from "#multiplexer/pane-input.ts";
import { guessMood } from "./guess-mood.ts";

async function guessed(views: Partial<PaneView>[], composer: "unreadable" | "dialog" = "unreadable") {
  let looks = 0;
  const mood = await guessMood({
    look: async () => ({
      state: "running",
      screen: "",
      inCopyMode: false,
      ...views[Math.min(looks++, views.length - 1)],
    }),
    screen: { composer: () => ({ state: composer }), limitOn: (screen) => /limit.*/.exec(screen)?.[0] },
    clock: { ...systemClock, wait: async () => {} },
  });
  return { mood, looks };
}

test.each([
  ["ended", [{ state: "exited" as const }], "gone", 1],
  ["a shell is back", [{ foreground: "-zsh" }], "gone", 1],
  ["its screen changes", [{ screen: "✻ 1" }, { screen: "✻ 2" }], "busy", 2],
  ["its screen rests", [{ screen: "> " }], "ready", 2],
] as const)("a guess from the pane, marked as one: %s", async (_, views, mood, looks) => {
  expect(await guessed([...views])).toEqual({ mood: { mood, isGuess: true }, looks });
});

test("a question on the screen is the mood asking", async () => {
  expect((await guessed([{ screen: "?" }], "dialog")).mood).toEqual({ mood: "asking", isGuess: true });
});

test("a usage limit on an unchanging screen is the mood limited, with the limit's line", async () => {
  expect((await guessed([{ screen: "limit reached, resets 3pm" }])).mood).toEqual({
    mood: "limited",
    isGuess: true,
    detail: "limit reached, resets 3pm",
  });
  expect((await guessed([{ screen: "limit" }, { screen: "limit 2" }])).mood).toEqual({ mood: "busy", isGuess: true });
});
