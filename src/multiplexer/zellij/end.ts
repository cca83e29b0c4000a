import { systemClock } from "#base/clock.ts";
import { OvldError } from "#base/errors.ts";
import { type Ask, saysNoSuchSession } from "./run.ts";
import { type Roll, sessionState } from "./sessions.ts";

const ATTEMPTS = 50;
const PAUSE = 100;

/** Ends and forgets a session, whatever is left of it, and sees that it is gone. */
export async function endSession(program: string, roll: Roll, session: string): Promise<void> {
  const { ask } = roll;
  // Of a session that has exited already, kill-session says that there is none.
  await ask("kill-session", session).catch((error: unknown) => {
    if (!OvldError.is(error, "program-failed", "program-timeout")) throw error;
  });
  await forget(ask, session);
  for (let attempt = 0; await sessionState(roll, session); attempt++) {
    if (attempt === ATTEMPTS) throw new OvldError("session-not-ended", { session, program });
    await systemClock.wait(PAUSE);
    // A server that ends writes its session down once more: then it is back as an exited one.
    await forget(ask, session);
  }
}

async function forget(ask: Ask, session: string): Promise<void> {
  await ask("delete-session", session, "--force").catch((error: unknown) => {
    if (!saysNoSuchSession(error)) throw error;
  });
}
