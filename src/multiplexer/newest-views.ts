import { systemClock } from "#base/clock.ts";
import type { PaneView } from "./pane-input.ts";

/** Where it is noted that something may have changed; between two looks once is as good as often. */
export interface Changes {
  note(): void;
  /** Resolves when one was noted since the last time, when `limit` milliseconds are over, or when the signal aborts. */
  noted(signal: AbortSignal, limit?: number): Promise<void>;
}

export function changes(): Changes {
  let change = new AbortController();
  return {
    note: () => change.abort(),
    async noted(signal, limit = LONGEST) {
      await systemClock.wait(limit, AbortSignal.any([signal, change.signal]));
      change = new AbortController();
    },
  };
}

const LONGEST = 2 ** 31 - 1;
/** Milliseconds between two looks at a screen that changes all the time. */
const FRAME = 40;

/** Every view that differs from the one before, taken when the reader asks for it, until the program has ended. */
export async function* newestViews(
  look: () => Promise<PaneView>,
  wait: () => Promise<void>,
  signal: AbortSignal,
): AsyncGenerator<PaneView, void, undefined> {
  let before = "";
  while (!signal.aborted) {
    const view = await unlessAborted(look, signal);
    if (!view) return;
    const now = JSON.stringify(view);
    if (now !== before && !signal.aborted) yield view;
    before = now;
    if (view.state === "exited") return;
    await systemClock.wait(FRAME, signal);
    await wait();
  }
}

/** What a look tells, or undefined as soon as the signal aborts: a server that hangs keeps nobody who wants to go. */
function unlessAborted(look: () => Promise<PaneView>, signal: AbortSignal): Promise<PaneView | undefined> {
  return new Promise((resolve, reject) => {
    const leave = () => resolve(undefined);
    signal.addEventListener("abort", leave);
    void look()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", leave));
  });
}
