import { OvldError } from "#errors/ovld-error.ts";
import type { PaneId } from "#multiplexer/multiplexer.ts";
import type { TmuxCommand } from "./command.ts";
import type { Tmux, TmuxRunOptions } from "./run.ts";

/** Stdout of commands in one session, in one tmux process; a missing session throws `session-ended`. */
export async function inSession(
  tmux: Tmux,
  session: string,
  commands: readonly TmuxCommand[],
  options?: TmuxRunOptions,
): Promise<string> {
  try {
    return await tmux.run([["has-session", "-t", `=${session}`], ...commands], options);
  } catch (error) {
    // A server prints the last message if its sessions end during the commands.
    if (OvldError.is(error, "no-server") || says(error, /^(can't find (session|window)|no current target)/m))
      throw new OvldError("session-ended", { session, cause: error });
    throw error;
  }
}

/**
 * Stdout of commands for one pane of the session. tmux would act on a pane of another session, and `display-message` on
 * any pane when the target is missing. The output is therefore checked, and changes run only if `isIn` or `isAlive`
 * holds.
 */
export async function inPane(
  tmux: Tmux,
  session: string,
  pane: PaneId,
  commands: readonly TmuxCommand[],
  options?: TmuxRunOptions,
): Promise<string> {
  if (!/^%\d+$/.test(pane)) throw new OvldError("pane-gone", { session, pane });
  try {
    const answer = await inSession(
      tmux,
      session,
      [["display-message", "-p", "-t", `=${session}:`, isIn(pane)], ...commands],
      options,
    );
    if (answer.startsWith("1\n")) return answer.slice("1\n".length);
  } catch (error) {
    if (!says(error, /^can't find pane/m)) throw error;
  }
  throw new OvldError("pane-gone", { session, pane });
}

/** True of a session that has the pane. */
export function isIn(pane: PaneId): string {
  return matches(pane, "*");
}

/** True of a session that has the pane with a running program. */
export function isAlive(pane: PaneId): string {
  return matches(pane, "0");
}

/**
 * Matches a pane in a list of all panes of the session, ` %1=0 %2=1 `; the number is 1 after the program's end. The
 * pattern omits the `%`, because `display-message` expands it as strftime.
 */
function matches(pane: PaneId, dead: string): string {
  return `#{m:* ${pane.replace("%", "?")}=${dead} *, #{W:#{P:#{pane_id}=#{pane_dead} }}}`;
}

export function says(error: unknown, what: RegExp): boolean {
  return OvldError.is(error, "program-failed") && what.test(error.details.stderr);
}
