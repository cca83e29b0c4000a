import type { StartDialog } from "./questions.ts";

/** A pane at one moment. */
export interface ScreenView {
  /** Visible lines with the escape sequences of their colours. */
  screen: string;
  /** Counted from 0 at the upper left corner. */
  cursor?: { row: number; column: number } | undefined;
}

export type Composer =
  | { state: "empty" }
  | { state: "draft"; text: string }
  /** The agent asks a question: typed text would be the answer. */
  | { state: "dialog" }
  /** The screen shows no known state. */
  | { state: "unreadable" };

/** Reads an agent's state off its screen. */
export interface ScreenReader {
  /** State of the input line. */
  composer(view: ScreenView): Composer;
  /** The line that reports a reached usage limit, if the screen shows one. */
  limitOn(screen: string): string | undefined;
  /** The start question on the screen, if any: typed text would be the answer. */
  dialogOn(screen: string): StartDialog | undefined;
}
