import { join } from "node:path";
import { withLock } from "#base/lock.ts";

/** Keeps two processes from typing into the same pane at once; `folder` is the session's own. */
export function paneLock(folder: string, signal?: AbortSignal) {
  return <T>(pane: string, work: () => Promise<T>): Promise<T> =>
    withLock(join(folder, `pane-${pane.replaceAll(/\W/g, "_")}.lock`), work, { signal });
}
