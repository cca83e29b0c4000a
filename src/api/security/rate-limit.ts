import type { Clock } from "#base/clock.ts";

export interface Rate {
  perSecond: number;
  /** Requests at once. */
  burst: number;
}

/** Counts a request of the key. Returns 0 if it is allowed, otherwise the seconds to wait. */
export type Limiter = (key: string) => number;

const MOST_KEYS = 1000;

/** A token bucket per key. */
export function limiter({ perSecond, burst }: Rate, clock: Clock): Limiter {
  const buckets = new Map<string, { left: number; at: number }>();
  return (key) => {
    const now = clock.elapsed();
    const { left, at } = buckets.get(key) ?? { left: burst, at: now };
    const filled = Math.min(burst, left + ((now - at) / 1000) * perSecond);
    buckets.delete(key);
    const [oldest] = buckets.keys();
    if (buckets.size >= MOST_KEYS && oldest !== undefined) buckets.delete(oldest);
    buckets.set(key, { left: filled >= 1 ? filled - 1 : filled, at: now });
    return filled >= 1 ? 0 : Math.max(1, Math.ceil((1 - filled) / perSecond));
  };
}
