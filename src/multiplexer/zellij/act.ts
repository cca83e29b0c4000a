import { systemClock } from "#base/clock.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { saysNoSuchSession } from "./run.ts";
import type { SessionQueries } from "./sessions.ts";

/** Stdout of one action in a running session. */
export type Act = (session: string, ...action: string[]) => Promise<string>;

const ATTEMPTS = 5;
const PAUSE = 50;

/**
 * zellij now and then reports a running session as missing. The socket proves that the session runs, because a dead
 * session has none.
 */
export function actor({ ask, sockets }: SessionQueries): Act {
  return async (session, ...action) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await ask("--session", session, "action", ...action);
      } catch (error) {
        if (!saysNoSuchSession(error)) throw error;
        if (attempt === ATTEMPTS || !sockets().includes(session))
          throw new OvldError("session-ended", { session, cause: error });
        await systemClock.wait(PAUSE);
      }
    }
  };
}

/**
 * The answer of an action, recognized by its beginning. A zellij server under concurrent calls sometimes answers with
 * nothing or with another call's answer, and exit status 0.
 */
export async function answerOf(act: Act, session: string, begins: RegExp, ...action: string[]): Promise<string> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const answer = await act(session, ...action);
    if (begins.test(answer)) return answer;
    await systemClock.wait(PAUSE);
  }
  throw new OvldError("program-timeout", { program: "zellij", args: action, ms: ATTEMPTS * PAUSE, stderr: "" });
}
