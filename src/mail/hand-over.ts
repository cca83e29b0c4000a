import type { Composer } from "#agent-cli/agent-cli.ts";
import type { Clock } from "#base/clock.ts";
import type { PaneId } from "#multiplexer/multiplexer.ts";
import type { PaneInput, PaneView } from "#multiplexer/pane-input.ts";
import { isShell } from "#multiplexer/shells.ts";

export interface HandOverParts {
  paneInput: PaneInput;
  clock: Clock;
  composer(view: PaneView): Composer;
}

/**
 * Why a line is not submitted: no agent in the pane, a person's draft, a dialog, or a composer that is not visible or
 * did not take the line.
 */
export type Blocker = "gone" | "shell" | "typing" | "dialog" | "unseen";

export type HandedOver = { state: "submitted"; isSeen: boolean } | { state: "kept"; why: Blocker };

const TRIES = 3;
/** Timeout in milliseconds for a composer to show a line or to clear it. */
const SIGHT_LIMIT = 1500;
/** Growing milliseconds between two reads of the pane: most programs redraw within the first. */
const PAUSE = { first: 10, longest: 50 };
/** Milliseconds until a screen without a composer is read again: the program may be in the middle of a redraw. */
const REDRAW = 500;

/**
 * Types one line into an agent's composer and submits it, unless the agent is gone, shows a dialog, or holds a person's
 * draft. Without a visible composer nothing is typed: a starting agent shows none, and a draft typed meanwhile would be
 * sent with the line. Enter is pressed only when the composer holds that line and nothing else.
 */
export async function handOver(session: string, pane: PaneId, line: string, parts: HandOverParts): Promise<HandedOver> {
  const { paneInput, clock, composer } = parts;
  const look = async () => sightOf(await paneInput.look(session, pane), composer);
  let sight = await look();
  if (sight.composer.state === "unreadable") {
    await clock.wait(REDRAW);
    sight = await look();
  }
  const blocker = blockerIn(sight);
  if (blocker) return { state: "kept", why: blocker };

  /** The first wanted sight, or the last one before the timeout. */
  const seeing = async (step: Promise<PaneView>, isWanted: (seen: Composer) => boolean): Promise<Sight> => {
    let seen = sightOf(await step, composer);
    const deadline = clock.elapsed() + SIGHT_LIMIT;
    for (let pause = PAUSE.first; !isWanted(seen.composer) && clock.elapsed() < deadline; pause *= 2) {
      await clock.wait(Math.min(pause, PAUSE.longest));
      seen = await look();
    }
    return seen;
  };

  const pasted = await seeing(paneInput.paste(session, pane, line), (seen) => holds(seen, line));
  if (!holds(pasted.composer, line)) return { state: "kept", why: blockerIn(pasted) ?? "unseen" };
  const isGone = (seen: Composer) => seen.state !== "unreadable" && !holds(seen, line);
  let before = pasted;
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const entered = await seeing(paneInput.enter(session, pane), isGone);
    if (isGone(entered.composer)) return { state: "submitted", isSeen: true };
    // One more Enter could answer a dialog.
    if (entered.composer.state === "unreadable") return { state: "submitted", isSeen: false };
    // A program that hangs would read the next Enter later, and submit text that a person types meanwhile.
    if (entered.view.screen === before.view.screen) break;
    before = entered;
  }
  return { state: "kept", why: "unseen" };
}

/** A pane at one moment. */
interface Sight {
  view: PaneView;
  composer: Composer;
}

function sightOf(view: PaneView, composer: HandOverParts["composer"]): Sight {
  return { view, composer: composer(view) };
}

function blockerIn({ view: { state, foreground }, composer }: Sight): Blocker | undefined {
  if (state === "exited") return "gone";
  if (isShell(foreground)) return "shell";
  return inComposer[composer.state];
}

const inComposer: Record<Composer["state"], Blocker | undefined> = {
  empty: undefined,
  draft: "typing",
  dialog: "dialog",
  unreadable: "unseen",
};

function holds(composer: Composer, line: string): boolean {
  return composer.state === "draft" && unspaced(composer.text) === unspaced(line);
}

/** A composer wraps a long line at any place. */
function unspaced(text: string): string {
  return text.replaceAll(/\s/g, "");
}
