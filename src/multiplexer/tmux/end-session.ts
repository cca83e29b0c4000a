import { systemClock } from "#base/clock.ts";
import { identityOf, mayBeAlive, type ProcessIdentity } from "#base/process-identity.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { onServer } from "./on-server.ts";
import type { SessionState } from "./pane-state.ts";
import type { Tmux } from "./run.ts";
import { sessionsOf } from "./sessions.ts";

/** Ends a session, and waits for a server that ends with its last one; false when the session was gone already. */
export async function endSession(tmux: Tmux, { server, session }: SessionState): Promise<boolean> {
  const serverProcess = await identityOf(server.pid);
  const ending = onServer(tmux, { server, id: session.id }, [
    ["show-options", "-sv", "exit-empty"],
    ["kill-session", "-t", session.id],
    ["list-sessions", "-F", "#{session_id}"],
  ]);
  const answer = await ending.catch(async (error: unknown) => {
    if (OvldError.is(error, "server-gone")) await ended(serverProcess);
    throw error;
  });
  // A server that ends may cut its answer off.
  if (answer !== undefined && !/^(off|\$)/m.test(answer)) await ended(serverProcess);
  return answer !== undefined;
}

/** A session that is made next would run into a server that is about to end. */
async function ended(server: ProcessIdentity): Promise<void> {
  for (let waited = 0; waited < LEAVE_LIMIT && (await mayBeAlive(server)); waited += STEP) await systemClock.wait(STEP);
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
