import type { PaneId } from "./multiplexer.ts";

/** What a pane shows and runs at one moment. */
export interface PaneView {
  state: "running" | "exited";
  /** The lines that it shows, with the escape sequences of their colours. */
  screen: string;
  /** From the upper left corner, counted from 0; unknown where the multiplexer does not tell. */
  cursor?: { row: number; column: number } | undefined;
  /** Unknown where the multiplexer does not tell. */
  size?: { columns: number; rows: number } | undefined;
  /** Name of the program that has the terminal now; unknown where nothing tells. */
  foreground?: string | undefined;
  /** The person scrolls or selects: keys go to the multiplexer and not to the program. */
  inCopyMode: boolean;
}

/**
 * Hands over a line in steps that can be looked at. Each step is one moment: it acts, gives the program a blink to
 * redraw, and answers with what is shown then. All throw `pane-gone` and `session-ended` like `Multiplexer.type`.
 */
export interface PaneInput {
  look(session: string, pane: PaneId): Promise<PaneView>;
  /**
   * Puts text into a program's composer as one piece, bracketed when the program asked for that, and never submits it.
   * A pane in copy mode leaves it first. Nothing is written when the pane's program has ended or is a shell: then the
   * view tells.
   */
  paste(session: string, pane: PaneId, text: string): Promise<PaneView>;
  /** Gives a program keys as a terminal does: byte for byte, and never as a paste. Throws like `Multiplexer.type`. */
  press(session: string, pane: PaneId, keys: string): Promise<void>;
  /** Presses Enter, with the same guards. */
  enter(session: string, pane: PaneId): Promise<PaneView>;
}
