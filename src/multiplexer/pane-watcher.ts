import type { PaneId } from "./multiplexer.ts";
import type { PaneView } from "./pane-input.ts";

export interface PaneSize {
  columns: number;
  rows: number;
}

/** An attached person with a client that shows a pane. */
export interface PersonAtPane {
  /** Milliseconds since 1970 of the last key; undefined if the multiplexer does not report it. */
  lastKey?: number | undefined;
}

/**
 * Watches a pane and the attached people. All methods throw `pane-gone` and `session-ended` like `Multiplexer.type`.
 */
export interface PaneWatcher {
  /**
   * Yields the view now and after every change. A slow reader gets the newest view only. Ends after the view of an
   * ended program or when the signal aborts; throws when the pane or the session goes.
   */
  watchScreen(session: string, pane: PaneId, signal: AbortSignal): AsyncIterable<PaneView>;
  /** The attached person at this pane; of several, the last one to press a key. Undefined without any. */
  personAt(session: string, pane: PaneId): Promise<PersonAtPane | undefined>;
  /** Resizes a pane as far as its neighbours and the terminal allow; absent if the multiplexer cannot resize panes. */
  resizePane?(session: string, pane: PaneId, size: PaneSize): Promise<void>;
}
