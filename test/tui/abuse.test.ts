import fc from "fast-check";
import { expect, test, vi } from "vitest";
import type { Terminal } from "#test/support/terminal.ts";
import { checkedDashboard } from "./clean-terminal.ts";
import { shownArmy } from "./shown-army.ts";

const STEPS = 300;

type Step = { resize: [number, number] } | { press: string } | { type: string } | { paste: string };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ resize: fc.tuple(fc.integer({ min: 40, max: 300 }), fc.integer({ min: 12, max: 80 })) }),
  fc.record({ resize: fc.tuple(fc.integer({ min: 1, max: 39 }), fc.integer({ min: 1, max: 11 })) }),
  fc.record({
    // All keys except the two that end the dashboard.
    press: fc.constantFrom(
      ...["j", "k", "m", "r", "/", "?", "y", "n", "Up", "Down", "Left", "Right", "Home", "End", "PPage", "NPage"],
      ...["Enter", "Escape", "BSpace", "DC", "C-l", "C-u", "C-w", "C-z", "Tab", "F5", "M-x", "C-Up"],
    ),
  }),
  fc.record({ type: fc.constantFrom("業火", "🔥👨‍👩‍👧", "gate", "ｍ", "\u001b[", "\u001b[999;999~") }),
  fc.record({ paste: fc.constantFrom("q\nq\n", "長い".repeat(200), "\u001b[31mred") }),
);

test(`the dashboard survives ${STEPS} random resizes and keys, and leaves a clean terminal`, {
  timeout: 300_000,
}, async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  console.log(`SEED=${seed}`);
  const steps = fc.sample(step, { numRuns: STEPS, seed });
  await using shown = await shownArmy();
  await using terminal = await checkedDashboard(shown);
  await terminal.sees("running");
  for (const one of steps)
    if ("resize" in one) await terminal.resize(...one.resize);
    else if ("press" in one) await terminal.press(one.press);
    else if ("type" in one) await terminal.type(one.type);
    else await terminal.paste(one.paste);
  await terminal.resize(80, 24);
  // Leaves any input line or page.
  for (let count = 0; count < 3; count++) await terminal.press("Escape");
  await terminal.sees(/^ovld-mine +running.*Workers: 2\/6.*q quit {2}\? help/s);
  const screen = await settled(terminal);
  await terminal.press("C-l");
  expect(await settled(terminal), "a repaint shows the same screen").toBe(screen);
  await terminal.press("q");
  expect(await terminal.ended()).toBe(0);
  await terminal.isClean();
});

/** Resolves with the screen after it has stopped changing; ages and answers may still arrive before. */
async function settled(terminal: Terminal): Promise<string> {
  let last = "";
  return vi.waitFor(
    async () => {
      const now = await terminal.screen();
      const isSame = now === last;
      last = now;
      expect(isSame).toBe(true);
      return now;
    },
    { timeout: 30_000, interval: 2500 },
  );
}
