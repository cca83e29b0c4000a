import type { Failure, FailureName } from "#army/failure.ts";
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import { reasonOf } from "#errors/ovld-error.ts";
import { type NotedFailure, readFailures, writeFailures } from "./failures-file.ts";

/** Failures of an army's roles, in the watcher's log and in a file for other processes. */
export interface FailureLog {
  whatOf(role: string): FailureName | undefined;
  /** By role. */
  known(): ReadonlyMap<string, FailureName>;
  tell(role: string, failure: Failure): Promise<void>;
  /** Records `session-ended` for all roles. */
  tellEnd(roles: readonly string[]): Promise<void>;
  /** The role has recovered. */
  clear(role: string): Promise<void>;
  /** The role was restarted; writes no log line. */
  forget(role: string): Promise<void>;
  /** Drops failures of roles that another process restarted. */
  sync(): Promise<void>;
  /** Retries a failed write: a temporarily full disk does not end the watch. */
  save(): Promise<void>;
}

export function openFailureLog(folder: string, { clock, log }: { clock: Clock; log: Log }): FailureLog {
  const failures = new Map<string, NotedFailure>();
  let [isSaved, isTrying] = [false, false];

  const save = async (): Promise<void> => {
    if (isSaved) return;
    try {
      await writeFailures(folder, failures);
      [isSaved, isTrying] = [true, false];
    } catch (error) {
      if (!isTrying) log.write("warn", "not-noted", { reason: reasonOf(error) });
      isTrying = true;
    }
  };

  const put = (roles: readonly string[], { what, exitStatus }: Failure): Promise<void> => {
    const at = new Date(clock.now()).toISOString();
    for (const role of roles) failures.set(role, { what, exitStatus, at });
    isSaved = false;
    return save();
  };

  const forget = async (role: string): Promise<void> => {
    if (!failures.delete(role)) return;
    isSaved = false;
    await save();
  };

  return {
    whatOf: (role) => failures.get(role)?.what,
    known: () => new Map([...failures].map(([role, { what }]) => [role, what])),
    async tell(role, failure) {
      await put([role], failure);
      log.write("warn", failure.what, { role, exitStatus: failure.exitStatus });
    },
    async tellEnd(roles) {
      log.write("warn", "session-ended");
      await put(roles, { what: "session-ended" });
    },
    async clear(role) {
      if (!failures.has(role)) return;
      await forget(role);
      log.write("info", "recovered", { role });
    },
    forget,
    async sync() {
      if (!isSaved || failures.size === 0) return;
      const told = await readFailures(folder);
      for (const role of failures.keys()) {
        if (told[role]) continue;
        failures.delete(role);
        log.write("info", "recovered", { role });
      }
    },
    save,
  };
}
