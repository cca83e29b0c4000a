/** How long is kept what nobody waits for any more, and how much room it may take. */
export interface KeepLimits {
  days: number;
  megabytes: number;
}

interface Kept {
  /** Milliseconds since 1970. */
  at: number;
  bytes: number;
}

const DAY = 24 * 60 * 60 * 1000;
const MEGABYTE = 1024 * 1024;

/** What has to go of all that is kept, oldest first: what is too old, then the oldest until the rest has room. */
export function beyondLimits<T extends Kept>(kept: readonly T[], { days, megabytes }: KeepLimits, now: number): T[] {
  const bytes = kept.reduce((sum, one) => sum + one.bytes, 0);
  let freed = 0;
  const isTooMuch = (one: T): boolean => {
    if (now - one.at <= days * DAY && bytes - freed <= megabytes * MEGABYTE) return false;
    freed += one.bytes;
    return true;
  };
  return kept.filter(isTooMuch);
}
