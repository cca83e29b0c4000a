import type { TmuxCommand } from "./command.ts";

export interface CaptureOptions {
  /** Lines above the screen as well, as many as tmux has kept. */
  readonly history?: boolean | undefined;
  /** With the escape sequences of colours and other looks. */
  readonly escapes?: boolean | undefined;
}

/** Answers with the lines that a pane shows, empty ones at the end included. */
export function captureCommand(pane: string, { history = false, escapes = false }: CaptureOptions = {}): TmuxCommand {
  return ["capture-pane", "-p", ...(escapes ? ["-e"] : []), ...(history ? ["-S", "-"] : []), "-t", pane];
}
