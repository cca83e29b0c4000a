import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import { OvldError, reasonOf } from "#errors/ovld-error.ts";
import { LOOK_EVERY } from "#mail/resender.ts";

export interface BackgroundTaskParts {
  /** A failed task does not stop the others. */
  tasks: readonly (() => Promise<void>)[];
  clock: Clock;
  log: Log;
}

/** Milliseconds until the first round. The agent waits for the first answer of its relay, so that answer comes first. */
const FIRST_LOOK = 500;

/** Runs each task every few seconds until the signal aborts or the army is dismissed. */
export async function runBackgroundTasks(
  { tasks, clock, log }: BackgroundTaskParts,
  signal: AbortSignal,
): Promise<void> {
  let told = "";
  const fail = (error: unknown): void => {
    const reason = reasonOf(error);
    if (reason !== told) log.write("warn", "background-task-failed", { reason });
    told = reason;
  };
  await clock.wait(FIRST_LOOK, signal);
  while (!signal.aborted) {
    for (const task of tasks)
      try {
        await task();
      } catch (error) {
        if (OvldError.is(error, "store-missing")) return;
        fail(error);
      }
    await clock.wait(LOOK_EVERY, signal);
  }
}
