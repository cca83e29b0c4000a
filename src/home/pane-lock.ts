import { join } from "node:path";
import { withLock } from "#base/lock.ts";
import { OvldError } from "#errors/ovld-error.ts";

/** Serialises typing into a pane across processes; all of them can write to `folder`. */
export function paneLock(folder: string, signal?: AbortSignal) {
  return <T>(pane: string, work: () => Promise<T>): Promise<T> =>
    withLock(fileFor(folder, "pane", pane), work, { signal });
}

/** Reserves a pane for one client while `work` runs; throws `pane-taken` at once if another client has it. */
export function paneHold(folder: string, role: string) {
  return (pane: string, work: () => Promise<void>): Promise<void> =>
    withLock(fileFor(folder, "take", pane), work, { timeLimit: 0 }).catch((error) => {
      throw OvldError.is(error, "lock-timeout") ? new OvldError("pane-taken", { role, cause: error }) : error;
    });
}

function fileFor(folder: string, what: string, pane: string): string {
  return join(folder, `${what}-${pane.replaceAll(/\W/g, "_")}.lock`);
}
