import { OvldError } from "#errors/ovld-error.ts";
import type { SessionState } from "./pane-state.ts";
import type { Tmux } from "./run.ts";
import { readSessions } from "./server-state.ts";

const ATTEMPTS = 10;

/** Every session of the server; a server that is just leaving is asked until it has left. */
export async function sessionsOf(tmux: Tmux): Promise<SessionState[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await readSessions(tmux);
    } catch (error) {
      if (attempt === ATTEMPTS || !OvldError.is(error, "server-gone")) throw error;
    }
  }
}
