import { systemClock } from "#base/clock.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { type Ask, saysNoSuchSession } from "./run.ts";
import { type SessionQueries, sessionState } from "./sessions.ts";

const ATTEMPTS = 100;
const PAUSE = 50;

/** Ends and forgets a session, running or exited, and verifies that it is gone. */
export async function endSession(program: string, queries: SessionQueries, session: string): Promise<void> {
  const { ask, hasServer } = queries;
  // For a session that has exited already, `kill-session` fails with "no session".
  await ask("kill-session", session).catch((error: unknown) => {
    if (!OvldError.is(error, "program-failed", "program-timeout")) throw error;
  });
  for (let attempt = 0; ; attempt++) {
    // A server saves its session when it exits, so a session forgotten before that reappears.
    const isServed = await hasServer(session);
    await forget(ask, session);
    if (!isServed && !(await sessionState(queries, session))) return;
    if (attempt === ATTEMPTS) throw new OvldError("session-not-ended", { session, program });
    await systemClock.wait(PAUSE);
  }
}

async function forget(ask: Ask, session: string): Promise<void> {
  await ask("delete-session", session, "--force").catch((error: unknown) => {
    if (!saysNoSuchSession(error)) throw error;
  });
}
