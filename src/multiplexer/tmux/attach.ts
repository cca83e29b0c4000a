import type { TerminalEnding } from "#base/run.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { TmuxCommand } from "./command.ts";
import { panesFrom } from "./listing.ts";
import { listPanesOf } from "./panes.ts";
import type { Tmux } from "./run.ts";
import { inSession } from "./session.ts";

export interface Showing extends TerminalEnding {
  /** False when the client ended before it showed the session. */
  wasShown: boolean;
}

/** Shows a running session on this terminal; resolves when the person detaches or the session ends. */
export async function attachTo(tmux: Tmux, session: string, signal?: AbortSignal): Promise<Showing> {
  const target = ["-t", `=${session}:`] as const;
  const times = ["display-message", "-p", ...target, "#{session_last_attached} #{session_attached}"] as const;
  const [before = "", ...listing] = (await inSession(tmux, session, [times, listPanesOf(session)])).split("\n");
  if (signal?.aborted) throw new OvldError("cancelled", {});
  const isFirst = before === " 0";
  const ending = await tmux.onTerminal([
    ["attach-session", "-t", `=${session}`],
    ...(isFirst ? fitCommands(listing.join("\n")) : []),
  ]);
  if (ending.exitCode === 0) return { ...ending, wasShown: true };
  const after = await inSession(tmux, session, [times]).catch(() => undefined);
  return { ...ending, wasShown: after?.trim() !== before.trim() };
}

/**
 * A session without a client has no terminal size, so the panes are resized to their shares of this terminal. tmux
 * sizes a window only when it is first shown; therefore the size is set explicitly before and released after.
 */
function fitCommands(listing: string): TmuxCommand[] {
  return panesFrom(listing).flatMap(({ id, share: { columns, rows } }): TmuxCommand[] => [
    ["resize-window", "-A", "-t", id],
    ["set-option", "-w", "-u", "-t", id, "window-size"],
    ...(columns === "" ? [] : [["resize-pane", "-t", id, "-x", columns] as const]),
    ...(rows === "" ? [] : [["resize-pane", "-t", id, "-y", rows] as const]),
  ]);
}
