import { OvldError } from "#base/errors.ts";
import { type TmuxCommand, when } from "./command.ts";
import type { Tmux } from "./run.ts";
import { inSession } from "./session.ts";
import { MARK } from "./session-commands.ts";
import { listSessions } from "./sessions.ts";

/** Ends a session; one that is not there is no error. */
export async function endSession(tmux: Tmux, session: string): Promise<void> {
  await endWith(tmux, session, ["kill-session", "-t", `=${session}`]);
}

/** Ends the session that we started, and never another one that has its name. */
export async function endMarked(tmux: Tmux, session: string, mark: string): Promise<void> {
  const kill = ["kill-session", "-t", `=${session}`] as const;
  await endWith(tmux, session, when(`#{==:#{${MARK}},${mark}}`, `=${session}:`, [kill]));
}

/** A server ends with its last session: what is started next would still run into it. */
async function endWith(tmux: Tmux, session: string, command: TmuxCommand): Promise<void> {
  await inSession(tmux, session, [command]).catch((error: unknown) => {
    if (!OvldError.is(error, "session-ended", "server-gone")) throw error;
  });
  await listSessions(tmux);
}
