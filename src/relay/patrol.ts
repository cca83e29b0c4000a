import { LOOK_EVERY } from "#army/sweep.ts";
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import { OvldError, reasonOf } from "#errors/ovld-error.ts";

export interface PatrolParts {
  /** What is looked after, each on its own: one that fails does not stop the others. */
  rounds: readonly (() => Promise<void>)[];
  clock: Clock;
  log: Log;
}

/** The agent is served first: whoever starts a relay waits for its first answer. */
const FIRST_LOOK = 500;

/** Goes its rounds every few seconds until the signal aborts or the army is dismissed. */
export async function patrol({ rounds, clock, log }: PatrolParts, signal: AbortSignal): Promise<void> {
  let told = "";
  const fail = (error: unknown): void => {
    const reason = reasonOf(error);
    if (reason !== told) log.write("warn", "patrol-failed", { reason });
    told = reason;
  };
  await clock.wait(FIRST_LOOK, signal);
  while (!signal.aborted) {
    for (const round of rounds)
      try {
        await round();
      } catch (error) {
        if (OvldError.is(error, "store-missing")) return;
        fail(error);
      }
    await clock.wait(LOOK_EVERY, signal);
  }
}
