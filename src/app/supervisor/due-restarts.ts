import type { Failure } from "#army/failure.ts";
import { type RestartMode, restartPolicy } from "#army/restart-policy.ts";
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import { reasonOf } from "#errors/ovld-error.ts";

export interface RestartParts {
  /** Resolves to whether the agent resumed its conversation. */
  restart(role: string): Promise<boolean | undefined>;
  clock: Clock;
  log: Log;
}

/** The planned restarts of agents. */
export interface DueRestarts {
  /** Plans the restart that the policy grants after this failure, if any, in place of an earlier plan. */
  plan(role: string, failure: Failure): void;
  cancel(role: string): void;
  /** Restarts all agents that are due; a failed restart is planned again. */
  carryOut(): Promise<void>;
  /** Time of the next restart, by `clock.elapsed()`. */
  next(): number;
}

export function dueRestarts(mode: RestartMode, { restart, clock, log }: RestartParts): DueRestarts {
  const policy = restartPolicy(mode);
  const due = new Map<string, number>();

  const plan = (role: string, failure: Failure): void => {
    due.delete(role);
    const pause = policy.after(role, failure, clock.elapsed());
    if (pause !== undefined) due.set(role, clock.elapsed() + pause);
  };

  const carryOutOne = async (role: string): Promise<void> => {
    due.delete(role);
    try {
      log.write("info", "restarted", { role, resumed: await restart(role) });
    } catch (error) {
      log.write("error", "restart-failed", { role, reason: reasonOf(error) });
      plan(role, { what: "agent-ended" });
    }
  };

  return {
    plan,
    cancel: (role) => void due.delete(role),
    async carryOut() {
      for (const [role, at] of [...due]) if (at <= clock.elapsed()) await carryOutOne(role);
    },
    next: () => Math.min(...due.values()),
  };
}
