import type { AgentCli, Mood, MoodName } from "#agent-cli/agent-cli.ts";
import type { Clock } from "#base/clock.ts";
import { isShell } from "#multiplexer/shells.ts";
import type { PaneView } from "#multiplexer/typist.ts";

export interface GuessParts {
  /** Looks at the agent's pane. */
  look(): Promise<PaneView>;
  composer: AgentCli["composer"];
  clock: Clock;
}

/** Milliseconds between two looks: whoever works draws something meanwhile. */
const APART = 400;

/** What its pane tells of an agent whose CLI tells nothing: no more than a guess, and marked as one. */
export async function guessMood({ look, composer, clock }: GuessParts): Promise<Mood> {
  const before = await look();
  if (before.state === "exited" || isShell(before.foreground)) return guess("gone");
  if (composer(before).state === "dialog") return guess("asking");
  await clock.wait(APART);
  const { screen } = await look();
  return guess(screen === before.screen ? "ready" : "busy");
}

function guess(mood: MoodName): Mood {
  return { mood, isGuess: true };
}
