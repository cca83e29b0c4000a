import { systemClock } from "#base/clock.ts";
import { identityOf, mayBeAlive, type ProcessIdentity } from "#base/process-identity.ts";
import { endProcessesWith } from "#base/processes.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { onServer } from "./on-server.ts";
import type { SessionState } from "./pane-state.ts";
import type { Tmux } from "./run.ts";
import { sessionsOf } from "./server-state.ts";

/** Ends a session and its programs; false when the session was gone already. */
export async function endWithPrograms(tmux: Tmux, state: SessionState): Promise<boolean> {
  const { mark } = state.session;
  const wasThere = await endSession(tmux, state);
  if (mark !== "") await endProcessesOf(mark);
  return wasThere;
}

/** Ends a session; waits for a server that exits with its last session. False when the session was gone already. */
async function endSession(tmux: Tmux, { server, session }: SessionState): Promise<boolean> {
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
  // A server that exits may cut off its answer.
  if (answer !== undefined && !/^(off|\$)/m.test(answer)) await ended(serverProcess);
  return answer !== undefined;
}

/** Waits for the server's exit: a new session on the same socket would fail while it exits. */
async function ended(server: ProcessIdentity): Promise<void> {
  for (let waited = 0; waited < LEAVE_LIMIT && (await mayBeAlive(server)); waited += STEP) await systemClock.wait(STEP);
}

const LEAVE_LIMIT = 2000;
const STEP = 5;

/** Ends the matching sessions; a server that exits meanwhile is no error. */
export async function endSessions(tmux: Tmux, isMeant: (state: SessionState) => boolean): Promise<void> {
  for (const state of (await sessionsOf(tmux)).filter(isMeant))
    await endSession(tmux, state).catch(async (error: unknown) => {
      if (!OvldError.is(error, "server-gone")) throw error;
      await sessionsOf(tmux);
    });
}

/** Ends programs of a session that outlived its terminal. */
export function endProcessesOf(mark: string): Promise<void> {
  return endProcessesWith({ [MARK_VARIABLE]: mark }, systemClock);
}

/** Environment variable that holds the session's mark in all of its programs. */
export const MARK_VARIABLE = "OVLD_TMUX_MARK";
