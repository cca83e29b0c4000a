import type { PaneId } from "./multiplexer.ts";

/** Screen and program of a pane at one moment. */
export interface PaneView {
  state: "running" | "exited";
  /** Visible lines with the escape sequences of their colours. */
  screen: string;
  /** Counted from 0 at the upper left corner; undefined if the multiplexer does not report it. */
  cursor?: { row: number; column: number } | undefined;
  /** Undefined if the multiplexer does not report it. */
  size?: { columns: number; rows: number } | undefined;
  /** Name of the program in the terminal's foreground; undefined if the multiplexer does not report it. */
  foreground?: string | undefined;
  /** True while a person scrolls or selects: keys go to the multiplexer and not to the program. */
  inCopyMode: boolean;
}

/**
 * Enters a line in separate steps. Each step acts, gives the program a moment to redraw, and resolves with the view
 * after it. All steps throw `pane-gone` and `session-ended` like `Multiplexer.type`.
 */
export interface PaneInput {
  look(session: string, pane: PaneId): Promise<PaneView>;
  /**
   * Pastes text into a program's composer and never submits it; a bracketed paste if the program asked for it. Leaves
   * copy mode first. Writes nothing when the pane's program has ended or is a shell; the view shows which.
   */
  paste(session: string, pane: PaneId, text: string): Promise<PaneView>;
  /** Sends keys as a terminal does: byte for byte, and never as a paste. Throws like `Multiplexer.type`. */
  press(session: string, pane: PaneId, keys: string): Promise<void>;
  /** Presses Enter, with the guards of `paste`. */
  enter(session: string, pane: PaneId): Promise<PaneView>;
  /**
   * Runs `work` with steps for one line that share their queries. Absent where a step is one process; `withLine` runs
   * `work` on each multiplexer.
   */
  line?<T>(session: string, pane: PaneId, work: (steps: LineSteps) => Promise<T>): Promise<T>;
}

/**
 * `look`, `paste` and `enter` for one pane, with the same guards. State and program of a view are those of the last
 * check. Before a paste or an Enter this check is at most 0.1 s old.
 */
export interface LineSteps {
  look(): Promise<PaneView>;
  /** A screen after the last view. State and program are those of the last check. */
  screen(): Promise<PaneView>;
  paste(text: string): Promise<PaneView>;
  enter(): Promise<PaneView>;
}
