import type { Clock } from "#base/clock.ts";

export interface Rate {
  perSecond: number;
  /** How many may come at once. */
  burst: number;
}

/** Seconds until the next one of this key is taken; 0 when it is taken now. */
export type Limiter = (key: string) => number;

const MOST_KEYS = 1000;

/** A bucket per key that fills steadily. */
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
