import { systemClock } from "#base/clock.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { type Ask, saysNoSuchSession } from "./run.ts";
import { type Roll, sessionState } from "./sessions.ts";

const ATTEMPTS = 100;
const PAUSE = 50;

/** Ends and forgets a session, whatever is left of it, and sees that it is gone. */
export async function endSession(program: string, roll: Roll, session: string): Promise<void> {
  const { ask, hasServer } = roll;
  // Of a session that has exited already, kill-session says that there is none.
  await ask("kill-session", session).catch((error: unknown) => {
    if (!OvldError.is(error, "program-failed", "program-timeout")) throw error;
  });
  for (let attempt = 0; ; attempt++) {
    // A server writes its session down in its last moment: what is forgotten before that comes back.
    const isServed = await hasServer(session);
    await forget(ask, session);
    if (!isServed && !(await sessionState(roll, session))) return;
    if (attempt === ATTEMPTS) throw new OvldError("session-not-ended", { session, program });
    await systemClock.wait(PAUSE);
  }
}

async function forget(ask: Ask, session: string): Promise<void> {
  await ask("delete-session", session, "--force").catch((error: unknown) => {
    if (!saysNoSuchSession(error)) throw error;
  });
}
