import { identityOf, mayBeAlive } from "#base/process-identity.ts";
import { endProcessesWith } from "#base/processes.ts";
import { onServer } from "./on-server.ts";
import type { PaneState } from "./server-state.ts";
import { MARK_VARIABLE } from "./session-steps.ts";
import type { Workplace } from "./workplace.ts";

/** Ends a session with every process in it; false when it was gone already. */
export async function endSession(place: Workplace, { server, session }: PaneState): Promise<boolean> {
  const { tmux, clock } = place;
  const serverProcess = await identityOf(server.pid);
  const answer = await onServer(tmux, { server, id: session.id }, [
    ["show-options", "-sv", "exit-empty"],
    ["kill-session", "-t", session.id],
    ["list-sessions", "-F", "#{session_id}"],
  ]);
  if (session.mark !== "") await endProcessesOf(place, session.mark);
  // A server that ends with its last session: what is started next would run into it.
  if (answer?.trim() === "on")
    for (let waited = 0; waited < LEAVE_LIMIT && (await mayBeAlive(serverProcess)); waited += STEP)
      await clock.wait(STEP);
  return answer !== undefined;
}

/** Ends what did not end when its terminal was taken away. */
export function endProcessesOf({ clock }: Workplace, mark: string): Promise<void> {
  return endProcessesWith({ [MARK_VARIABLE]: mark }, clock);
}

const LEAVE_LIMIT = 2000;
const STEP = 5;
