import type { PaneId } from "./multiplexer.ts";
import type { PaneView } from "./pane-input.ts";

export interface PaneSize {
  columns: number;
  rows: number;
}

/** Someone attached who looks at a pane. */
export interface PersonAtPane {
  /** Milliseconds since 1970 of the last key; unknown where the multiplexer does not tell. */
  lastKey?: number | undefined;
}

/**
 * Looks at a pane for as long as wanted, and at who else does. All throw `pane-gone` and `session-ended` like
 * `Multiplexer.type`.
 */
export interface PaneWatcher {
  /**
   * What a pane shows, now and after every change. Who is slow to ask for the next gets the newest and not all. Ends
   * after the view of a program that has ended, or when the signal aborts; throws when the pane or the session goes.
   */
  watchScreen(session: string, pane: PaneId, signal: AbortSignal): AsyncIterable<PaneView>;
  /** Whoever looks at this pane, of several people the one who pressed a key last; undefined when nobody does. */
  personAt(session: string, pane: PaneId): Promise<PersonAtPane | undefined>;
  /**
   * Gives a pane another size as far as its neighbours and the terminal allow; left out where that cannot be asked for.
   */
  resizePane?(session: string, pane: PaneId, size: PaneSize): Promise<void>;
}
