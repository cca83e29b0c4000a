import type { PaneId } from "./multiplexer.ts";
import type { PaneView } from "./pane-input.ts";

export interface PaneSize {
  columns: number;
  rows: number;
}

/** An attached person whose client shows a pane. */
export interface PersonAtPane {
  /** Milliseconds since 1970 of the last key; undefined where the multiplexer does not report it. */
  lastKey?: number | undefined;
}

/**
 * Watches a pane and the people who look at it. All methods throw `pane-gone` and `session-ended` like
 * `Multiplexer.type`.
 */
export interface PaneWatcher {
  /**
   * What a pane shows, now and after every change. A slow reader gets the newest view only. Ends after the view of an
   * ended program or when the signal aborts; throws when the pane or the session goes.
   */
  watchScreen(session: string, pane: PaneId, signal: AbortSignal): AsyncIterable<PaneView>;
  /** The person who looks at this pane, of several the one who pressed a key last; undefined without any. */
  personAt(session: string, pane: PaneId): Promise<PersonAtPane | undefined>;
  /** Resizes a pane as far as its neighbours and the terminal allow; absent where the multiplexer cannot do it. */
  resizePane?(session: string, pane: PaneId, size: PaneSize): Promise<void>;
}
