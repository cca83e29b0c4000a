import type { Composer } from "#agent-cli/agent-cli.ts";
import type { Clock } from "#base/clock.ts";
import type { PaneId } from "#multiplexer/multiplexer.ts";
import { isShell } from "#multiplexer/shells.ts";
import type { PaneView, Typist } from "#multiplexer/typist.ts";

export interface HandOverParts {
  typist: Typist;
  clock: Clock;
  composer(view: PaneView): Composer;
}

/**
 * Why a line stays with us: no agent in the pane, a person's draft, a question, or a composer that is not seen or did
 * not take it.
 */
export type Hindrance = "gone" | "shell" | "typing" | "dialog" | "unseen";

export type HandedOver = { state: "submitted"; isSeen: boolean } | { state: "kept"; why: Hindrance };

const TRIES = 3;
/** Milliseconds a composer has to show, or to let go of, a line. */
const SIGHT_LIMIT = 1500;
/**
 * Between two looks, at first and at last: most programs have drawn by then, and a slow one is not asked all the time.
 */
const PAUSE = { first: 10, longest: 50 };
/** A screen that tells nothing of a composer may be in the middle of a redraw: it is looked at again after as many. */
const REDRAW = 500;

/**
 * Types one line into an agent's composer and submits it, if that can harm nobody: an agent is there, asks nothing, and
 * no person's draft is in the way. Where no composer is seen nothing is typed: an agent that starts shows none, and the
 * draft that a person typed meanwhile would be sent with the line. Enter is pressed only when the composer holds that
 * line and nothing else.
 */
export async function handOver(session: string, pane: PaneId, line: string, parts: HandOverParts): Promise<HandedOver> {
  const { typist, clock, composer } = parts;
  const look = async () => sightOf(await typist.look(session, pane), composer);
  let sight = await look();
  if (sight.composer.state === "unreadable") {
    await clock.wait(REDRAW);
    sight = await look();
  }
  const hindrance = hindranceIn(sight);
  if (hindrance) return { state: "kept", why: hindrance };

  /** What is seen once it is as wanted, or the last before time was up. */
  const seeing = async (step: Promise<PaneView>, isWanted: (seen: Composer) => boolean): Promise<Sight> => {
    let seen = sightOf(await step, composer);
    const deadline = clock.elapsed() + SIGHT_LIMIT;
    for (let pause = PAUSE.first; !isWanted(seen.composer) && clock.elapsed() < deadline; pause *= 2) {
      await clock.wait(Math.min(pause, PAUSE.longest));
      seen = await look();
    }
    return seen;
  };

  const pasted = await seeing(typist.paste(session, pane, line), (seen) => holds(seen, line));
  if (!holds(pasted.composer, line)) return { state: "kept", why: hindranceIn(pasted) ?? "unseen" };
  const isGone = (seen: Composer) => seen.state !== "unreadable" && !holds(seen, line);
  let before = pasted;
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const entered = await seeing(typist.enter(session, pane), isGone);
    if (isGone(entered.composer)) return { state: "submitted", isSeen: true };
    // Enter once more could be the answer to something.
    if (entered.composer.state === "unreadable") return { state: "submitted", isSeen: false };
    // Nor is it pressed for a program that stands still: that takes in later what a person types now, and would
    // submit it.
    if (entered.view.screen === before.view.screen) break;
    before = entered;
  }
  return { state: "kept", why: "unseen" };
}

/** A pane at one moment, and what that tells of its composer. */
interface Sight {
  view: PaneView;
  composer: Composer;
}

function sightOf(view: PaneView, composer: HandOverParts["composer"]): Sight {
  return { view, composer: composer(view) };
}

function hindranceIn({ view: { state, foreground }, composer }: Sight): Hindrance | undefined {
  if (state === "exited") return "gone";
  if (isShell(foreground)) return "shell";
  return inComposer[composer.state];
}

const inComposer: Record<Composer["state"], Hindrance | undefined> = {
  empty: undefined,
  draft: "typing",
  dialog: "dialog",
  unreadable: "unseen",
};

function holds(composer: Composer, line: string): boolean {
  return composer.state === "draft" && unspaced(composer.text) === unspaced(line);
}

/** A composer breaks a long line where it likes. */
function unspaced(text: string): string {
  return text.replaceAll(/\s/g, "");
}
