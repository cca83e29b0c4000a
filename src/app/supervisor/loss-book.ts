import type { Loss, LossName } from "#army/loss.ts";
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import { reasonOf } from "#errors/ovld-error.ts";
import { type NotedLoss, readLosses, writeLosses } from "./losses-file.ts";

/** What the roles of an army have lost: in the watcher's log, and in a file for all other processes. */
export interface LossBook {
  whatOf(role: string): LossName | undefined;
  /** Of all roles that have lost something. */
  known(): ReadonlyMap<string, LossName>;
  tell(role: string, loss: Loss): Promise<void>;
  /** All of them have lost their session. */
  tellEnd(roles: readonly string[]): Promise<void>;
  /** The role has again what it had lost. */
  clear(role: string): Promise<void>;
  /** The role was restarted, which has been told. */
  forget(role: string): Promise<void>;
  /** Drops the losses of roles that another process restarted. */
  heed(): Promise<void>;
  /** Writes what could not be written yet: a disk that is full for a while does not end the watch. */
  save(): Promise<void>;
}

export function openLossBook(folder: string, { clock, log }: { clock: Clock; log: Log }): LossBook {
  const losses = new Map<string, NotedLoss>();
  let [isSaved, isTrying] = [false, false];

  const save = async (): Promise<void> => {
    if (isSaved) return;
    try {
      await writeLosses(folder, losses);
      [isSaved, isTrying] = [true, false];
    } catch (error) {
      if (!isTrying) log.write("warn", "not-noted", { reason: reasonOf(error) });
      isTrying = true;
    }
  };

  const put = (roles: readonly string[], { what, exitStatus }: Loss): Promise<void> => {
    const at = new Date(clock.now()).toISOString();
    for (const role of roles) losses.set(role, { what, exitStatus, at });
    isSaved = false;
    return save();
  };

  const forget = async (role: string): Promise<void> => {
    if (!losses.delete(role)) return;
    isSaved = false;
    await save();
  };

  return {
    whatOf: (role) => losses.get(role)?.what,
    known: () => new Map([...losses].map(([role, { what }]) => [role, what])),
    async tell(role, loss) {
      await put([role], loss);
      log.write("warn", loss.what, { role, exitStatus: loss.exitStatus });
    },
    async tellEnd(roles) {
      log.write("warn", "session-ended");
      await put(roles, { what: "session-ended" });
    },
    async clear(role) {
      if (!losses.has(role)) return;
      await forget(role);
      log.write("info", "back", { role });
    },
    forget,
    async heed() {
      if (!isSaved || losses.size === 0) return;
      const told = await readLosses(folder);
      for (const role of losses.keys()) {
        if (told[role]) continue;
        losses.delete(role);
        log.write("info", "back", { role });
      }
    },
    save,
  };
}
