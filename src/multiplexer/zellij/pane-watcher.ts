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

/** zellij reports no key times, and resizes only the pane that has a client's focus. */
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

/** With a client attached, zellij reports panes in hidden tabs only once, so those are polled. */
const LOOK_EVERY = 1000;
const PAUSE = 500;

/** `zellij subscribe` signals each change; the view is queried separately, because it has neither cursor nor size. */
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
