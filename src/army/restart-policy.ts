import type { Failure } from "./failure.ts";

export const restartModes = ["never", "once", "always"] as const;
export type RestartMode = (typeof restartModes)[number];

export interface RestartPolicy {
  /** Milliseconds until the restart, undefined without one. Counts each restart it grants. */
  after(role: string, failure: Failure, now: number): number | undefined;
}

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 300_000;
/** Milliseconds that an agent must run until earlier failures no longer count. */
const LASTING = 600_000;

/** Restarts crashed agents with growing delays, but not after a person ended the agent or closed its pane. */
export function restartPolicy(mode: RestartMode): RestartPolicy {
  const granted = new Map<string, { count: number; at: number }>();
  return {
    after(role, { what, exitStatus }, now) {
      if (mode === "never" || what !== "agent-ended" || exitStatus === 0) return undefined;
      const before = granted.get(role);
      const isForgotten = mode === "always" && before !== undefined && now - before.at > LASTING;
      const count = before === undefined || isForgotten ? 0 : before.count;
      if (mode === "once" && count > 0) return undefined;
      const pause = Math.min(FIRST_PAUSE * 2 ** count, LONGEST_PAUSE);
      granted.set(role, { count: count + 1, at: now + pause });
      return pause;
    },
  };
}
