import type { TmuxCommand } from "./command.ts";

export interface CaptureOptions {
  /** Includes the scrollback. */
  readonly history?: boolean | undefined;
  /** Includes escape sequences of colours and attributes. */
  readonly escapes?: boolean | undefined;
}

/** Prints the pane's visible lines, trailing blank lines included. */
export function captureCommand(pane: string, { history = false, escapes = false }: CaptureOptions = {}): TmuxCommand {
  return ["capture-pane", "-p", ...(escapes ? ["-e"] : []), ...(history ? ["-S", "-"] : []), "-t", pane];
}
