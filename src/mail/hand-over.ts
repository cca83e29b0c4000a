import type { Composer } from "#agent-cli/screen.ts";
import type { Clock } from "#base/clock.ts";
import { withLine } from "#multiplexer/line-steps.ts";
import type { PaneId } from "#multiplexer/multiplexer.ts";
import type { LineSteps, PaneInput, PaneView } from "#multiplexer/pane-input.ts";
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
const VIEW_LIMIT = 1500;
/** Growing milliseconds between two reads of the pane: most programs redraw within the first. */
const PAUSE = { first: 10, longest: 50 };
/** Milliseconds until a screen without a composer is read again: the program may be in the middle of a redraw. */
const REDRAW = 500;

/**
 * Types one line into an agent's composer and submits it, unless the agent is gone, shows a dialog, or holds a person's
 * draft. Without a visible composer nothing is typed: a starting agent shows none, and a draft typed meanwhile would be
 * sent with the line. Enter is pressed only when the composer holds that line and nothing else.
 */
export function handOver(session: string, pane: PaneId, line: string, parts: HandOverParts): Promise<HandedOver> {
  return withLine(parts.paneInput, session, pane, (steps) => submit(line, steps, parts));
}

async function submit(line: string, steps: LineSteps, { clock, composer }: HandOverParts): Promise<HandedOver> {
  const look = async () => composerView(await steps.look(), composer);
  let seen = await look();
  if (seen.composer.state === "unreadable") {
    await clock.wait(REDRAW);
    seen = await look();
  }
  const blocker = blockerIn(seen);
  if (blocker) return { state: "kept", why: blocker };

  /** The first wanted view, or the last one before the timeout. */
  const seeing = async (step: Promise<PaneView>, isWanted: (seen: Composer) => boolean): Promise<ComposerView> => {
    let seen = composerView(await step, composer);
    const deadline = clock.elapsed() + VIEW_LIMIT;
    for (let pause = PAUSE.first; !isWanted(seen.composer) && clock.elapsed() < deadline; pause *= 2) {
      await clock.wait(Math.min(pause, PAUSE.longest));
      seen = composerView(await steps.screen(), composer);
    }
    return seen;
  };

  let before = await seeing(steps.paste(line), (seen) => holds(seen, line));
  // Only a look shows whether the program has ended meanwhile.
  if (!holds(before.composer, line)) before = await look();
  if (!holds(before.composer, line)) return { state: "kept", why: blockerIn(before) ?? "unseen" };
  const isGone = (seen: Composer) => seen.state !== "unreadable" && !holds(seen, line);
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const entered = await seeing(steps.enter(), isGone);
    if (isGone(entered.composer)) return { state: "submitted", isSeen: true };
    // One more Enter could answer a dialog.
    if (entered.composer.state === "unreadable") return { state: "submitted", isSeen: false };
    // A program that hangs would read the next Enter later, and submit text that a person types meanwhile.
    if (textOn(entered.view) === textOn(before.view)) break;
    before = entered;
  }
  return { state: "kept", why: "unseen" };
}

/** A pane at one moment. */
interface ComposerView {
  view: PaneView;
  composer: Composer;
}

function composerView(view: PaneView, composer: HandOverParts["composer"]): ComposerView {
  return { view, composer: composer(view) };
}

function blockerIn({ view: { state, foreground }, composer }: ComposerView): Blocker | undefined {
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

/** Two ways to read one screen can differ in escape sequences and blank ends. */
function textOn({ screen }: PaneView): string {
  return screen.replaceAll(STYLE, "").replaceAll(/\s+$/gm, "");
}

const ESCAPE = "\u001b";
const STYLE = new RegExp(`${ESCAPE}\\[[0-9;:]*m`, "g");

/** A composer wraps a long line at any place. */
function unspaced(text: string): string {
  return text.replaceAll(/\s/g, "");
}
