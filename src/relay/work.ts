import { setImmediate } from "node:timers/promises";

/** Work that must be finished before the process may end. */
export interface Work {
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves when no work is in progress, including work started by other work. */
  settled(): Promise<void>;
}

export function trackWork(): Work {
  const underWay = new Set<Promise<unknown>>();
  return {
    track(work) {
      underWay.add(work);
      const done = () => underWay.delete(work);
      work.then(done, done);
      return work;
    },
    async settled() {
      await setImmediate();
      while (underWay.size > 0) {
        await Promise.allSettled(underWay);
        await setImmediate();
      }
    },
  };
}
