import { systemClock } from "#base/clock.ts";
import type { PaneId } from "#multiplexer/multiplexer.ts";
import { changes, newestViews } from "#multiplexer/newest-views.ts";
import type { PaneInput, PaneView } from "#multiplexer/pane-input.ts";
import type { PaneWatcher } from "#multiplexer/pane-watcher.ts";
import type { Act } from "./act.ts";
import { watchedPanes } from "./clients.ts";
import { findPane } from "./panes.ts";
import type { Zellij } from "./run.ts";
import type { StartGate } from "./start-gate.ts";

export interface PaneWatcherParts {
  act: Act;
  zellij: Zellij;
  gate: StartGate;
  look: PaneInput["look"];
}

/** zellij does not say when a key was pressed, and can only move the borders of the pane that a person is in. */
export function zellijPaneWatcher(parts: PaneWatcherParts): PaneWatcher {
  const { act } = parts;
  return {
    watchScreen: (session, pane, signal) => watchScreen(parts, session, pane, signal),
    async personAt(session, pane) {
      await findPane(act, session, pane);
      return (await watchedPanes(act, session)).includes(pane) ? {} : undefined;
    },
  };
}

/**
 * While somebody is attached, zellij tells of panes in tabs that nobody sees only once: those are looked at now and
 * then.
 */
const LOOK_EVERY = 1000;
const PAUSE = 500;

/**
 * `zellij subscribe` tells that something changed; what is shown then is looked at, because it tells neither cursor nor
 * size.
 */
async function* watchScreen(
  { act, zellij, gate, look }: PaneWatcherParts,
  session: string,
  pane: PaneId,
  signal: AbortSignal,
): AsyncGenerator<PaneView, void, undefined> {
  const changed = changes();
  const over = new AbortController();
  const ending = AbortSignal.any([signal, over.signal]);
  const keepSubscribed = async () => {
    while (!ending.aborted) {
      const subscribe = ["--session", session, "subscribe", "--pane-id", pane, "--format", "json"];
      const { ended } = await gate.ask(async () => {
        const following = zellij.follow(subscribe, changed.note, ending);
        await following.heard;
        return following;
      });
      await ended;
      changed.note();
      await systemClock.wait(PAUSE, ending);
    }
  };
  try {
    await findPane(act, session, pane);
    void keepSubscribed().catch(changed.note);
    yield* newestViews(
      () => look(session, pane),
      () => changed.noted(signal, LOOK_EVERY),
      signal,
    );
  } finally {
    over.abort();
  }
}
