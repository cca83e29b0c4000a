import type { PaneId } from "./multiplexer.ts";
import type { LineSteps, PaneInput } from "./pane-input.ts";

/** Runs `work` with the steps of one line. */
export function withLine<T>(
  paneInput: PaneInput,
  session: string,
  pane: PaneId,
  work: (steps: LineSteps) => Promise<T>,
): Promise<T> {
  if (paneInput.line) return paneInput.line(session, pane, work);
  const look = () => paneInput.look(session, pane);
  return work({
    look,
    screen: look,
    paste: (text) => paneInput.paste(session, pane, text),
    enter: () => paneInput.enter(session, pane),
  });
}
