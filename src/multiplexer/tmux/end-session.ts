import { systemClock } from "#base/clock.ts";
import { OvldError } from "#base/errors.ts";
import { identityOf, mayBeAlive } from "#base/process-identity.ts";
import { onServer } from "./on-server.ts";
import type { SessionState } from "./pane-state.ts";
import type { Tmux } from "./run.ts";
import { sessionsOf } from "./sessions.ts";

/** Ends a session, and waits for a server that ends with its last one; false when the session was gone already. */
export async function endSession(tmux: Tmux, { server, session }: SessionState): Promise<boolean> {
  const serverProcess = await identityOf(server.pid);
  const answer = await onServer(tmux, { server, id: session.id }, [
    ["show-options", "-sv", "exit-empty"],
    ["kill-session", "-t", session.id],
    ["list-sessions", "-F", "#{session_id}"],
  ]);
  // What is started next would run into a server that is about to end.
  if (answer?.trim() === "on")
    for (let waited = 0; waited < LEAVE_LIMIT && (await mayBeAlive(serverProcess)); waited += STEP)
      await systemClock.wait(STEP);
  return answer !== undefined;
}

const LEAVE_LIMIT = 2000;
const STEP = 5;

/** Ends the sessions that `isMeant` picks; a server that ends meanwhile is no error. */
export async function endSessions(tmux: Tmux, isMeant: (state: SessionState) => boolean): Promise<void> {
  for (const state of (await sessionsOf(tmux)).filter(isMeant))
    await endSession(tmux, state).catch(async (error: unknown) => {
      if (!OvldError.is(error, "server-gone")) throw error;
      await sessionsOf(tmux);
    });
}
