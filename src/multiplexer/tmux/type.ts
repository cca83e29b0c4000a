import { OvldError } from "#errors/ovld-error.ts";
import type { PaneId } from "#multiplexer/multiplexer.ts";
import { when } from "./command.ts";
import { say } from "./on-server.ts";
import { ENTER, type Guard, type PasteOptions, TYPED, typingCommands, withBuffer } from "./paste.ts";
import type { Tmux } from "./run.ts";
import { inPane, isAlive } from "./session.ts";

/**
 * Types into a pane by its id, in one piece, so that no other text comes between. Enter at the end is a separate event.
 */
export async function typeInto(
  tmux: Tmux,
  session: string,
  pane: PaneId,
  text: string,
  { bracketed }: PasteOptions = { bracketed: true },
): Promise<void> {
  const enter = text.endsWith(ENTER);
  const body = enter ? text.slice(0, -ENTER.length) : text;
  const guard: Guard = (then, otherwise = []) =>
    when(isAlive(pane), `=${session}:`, then, [...otherwise, say("exited")]);
  const answer = await withBuffer(tmux, (buffer) => {
    const commands = typingCommands(pane, buffer, { text: body, enter, bracketed }, guard);
    return inPane(tmux, session, pane, commands, { input: body });
  });
  // A program that exits at the text takes no Enter; that is no error.
  if (!answer.startsWith(TYPED)) throw new OvldError("pane-exited", { session, pane });
}
