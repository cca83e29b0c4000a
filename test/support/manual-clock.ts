import type { Clock } from "#base/clock.ts";

export interface ManualClock extends Clock {
  /** If true, a wait ends immediately and the time jumps to its deadline. */
  isFlowing: boolean;
  /** Moves the time forward and ends the waits until then, the earliest first. */
  pass(ms: number): Promise<void>;
}

interface Waiting {
  until: number;
  wake(): void;
}

/** A clock that a test controls. Code with file access between two waits needs several `pass`: wait on a condition. */
export function manualClock(start = Date.parse("2026-01-02T03:04:05Z")): ManualClock {
  const waiting = new Set<Waiting>();
  let elapsed = 0;
  const wakeNext = async (limit: number): Promise<boolean> => {
    const [next] = [...waiting].sort((a, b) => a.until - b.until);
    if (!next || next.until > limit) return false;
    elapsed = Math.max(elapsed, next.until);
    next.wake();
    await new Promise(setImmediate);
    return true;
  };
  const clock: ManualClock = {
    isFlowing: false,
    now: () => start + elapsed,
    elapsed: () => elapsed,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const wake = () => {
          waiting.delete(one);
          signal?.removeEventListener("abort", wake);
          resolve();
        };
        const one = { until: elapsed + ms, wake };
        waiting.add(one);
        signal?.addEventListener("abort", wake);
        if (clock.isFlowing) setImmediate(() => wakeNext(one.until));
      }),
    async pass(ms) {
      const end = elapsed + ms;
      while (await wakeNext(end));
      elapsed = Math.max(elapsed, end);
    },
  };
  return clock;
}
