import { systemClock } from "#base/clock.ts";
import type { PaneView } from "./pane-input.ts";

/** A flag for a possible change. It coalesces: many changes between two queries count once. */
export interface Changes {
  note(): void;
  /** Resolves after a change since the last call, after `limit` milliseconds, or when the signal aborts. */
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
/** Milliseconds between two queries of a constantly changing screen. */
const FRAME = 40;

/**
 * Every view that differs from the previous one, until the program has ended. Views are taken on demand, so a slow
 * reader skips some.
 */
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

/** Undefined as soon as the signal aborts: a hung server must not block cancellation. */
function unlessAborted(look: () => Promise<PaneView>, signal: AbortSignal): Promise<PaneView | undefined> {
  return new Promise((resolve, reject) => {
    const leave = () => resolve(undefined);
    signal.addEventListener("abort", leave);
    void look()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", leave));
  });
}
