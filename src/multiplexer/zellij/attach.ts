import { systemClock } from "#base/clock.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { type Leaving, leavingOf } from "#multiplexer/multiplexer.ts";
import type { Zellij } from "./run.ts";
import { type SessionQueries, sessionState } from "./sessions.ts";

const ATTEMPTS = 5;
const PAUSE = 200;
/** Milliseconds. A client that exits sooner has lost its connection; no person leaves so soon. */
const TOO_SOON = { left: 400, failed: 2000 };

/**
 * Shows a running session. One attach in twenty loses its connection at once or does not find the session (0.45.1, just
 * after another client left), so it is retried.
 */
export async function attachTo(session: string, zellij: Zellij, queries: SessionQueries): Promise<Leaving> {
  const isRunning = async () => (await sessionState(queries, session)) === "running";
  // zellij would resurrect an exited session, agents included.
  if (!(await isRunning())) throw new OvldError("session-ended", { session });
  for (let attempt = 1; ; attempt++) {
    const before = systemClock.elapsed();
    const { exitCode } = await zellij.onTerminal(["attach", session]);
    const shown = systemClock.elapsed() - before;
    const isLost = shown < (exitCode === 0 ? TOO_SOON.left : TOO_SOON.failed);
    if (!isLost || attempt === ATTEMPTS || !(await isRunning())) return leavingOf(exitCode);
    await systemClock.wait(PAUSE);
  }
}
