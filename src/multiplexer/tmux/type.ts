import { OvldError } from "#errors/ovld-error.ts";
import type { PaneId } from "#multiplexer/multiplexer.ts";
import { when } from "./command.ts";
import { ENTER, enterCommands, type PasteOptions, pasteCommands, pause, withBuffer } from "./paste.ts";
import type { Tmux } from "./run.ts";
import { inPane, isAlive } from "./session.ts";

/**
 * Types into a pane by its id, in one piece: nobody else's text comes between. Enter at the end is an event of its own.
 */
export async function typeInto(
  tmux: Tmux,
  session: string,
  pane: PaneId,
  text: string,
  options: PasteOptions = { bracketed: true },
): Promise<void> {
  const body = text.endsWith(ENTER) ? text.slice(0, -ENTER.length) : text;
  const here = `=${session}:`;
  const answer = await withBuffer(tmux, (buffer) => {
    const load = ["load-buffer", "-b", buffer, "-"] as const;
    const forget = ["delete-buffer", "-b", buffer] as const;
    const paste = when(isAlive(pane), here, pasteCommands(pane, buffer, options), [forget]);
    const enter = when(isAlive(pane), here, enterCommands(pane, buffer));
    return inPane(
      tmux,
      session,
      pane,
      [
        ...(body === "" ? [] : [load]),
        ["display-message", "-p", "-t", here, isAlive(pane)],
        ...(body === "" ? [] : [paste]),
        ...(body === "" || body === text ? [] : [pause]),
        ...(body === text ? [] : [enter]),
      ],
      { input: body },
    );
  });
  if (answer.trim() !== "1") throw new OvldError("pane-exited", { session, pane });
}
