import type { Mood, MoodName } from "#agent-cli/observer.ts";
import type { ScreenReader } from "#agent-cli/screen.ts";
import type { Clock } from "#base/clock.ts";
import type { PaneView } from "#multiplexer/pane-input.ts";
import { isShell } from "#multiplexer/shells.ts";

export interface GuessParts {
  /** Reads the agent's pane. */
  look(): Promise<PaneView>;
  screen: Pick<ScreenReader, "composer" | "limitOn">;
  clock: Clock;
}

/** Milliseconds between two reads of the pane: a working agent redraws in between. */
const APART = 400;

/** Guesses an agent's mood from its pane, for agent CLIs that report none. */
export async function guessMood({ look, screen: { composer, limitOn }, clock }: GuessParts): Promise<Mood> {
  const before = await look();
  if (before.state === "exited" || isShell(before.foreground)) return guess("gone");
  if (composer(before).state === "dialog") return guess("asking");
  await clock.wait(APART);
  const { screen } = await look();
  if (screen !== before.screen) return guess("busy");
  const limit = limitOn(screen);
  return limit === undefined ? guess("ready") : { ...guess("limited"), detail: limit };
}

function guess(mood: MoodName): Mood {
  return { mood, isGuess: true };
}
