/** Limits of age and size for archived mail and past armies. */
export interface KeepLimits {
  days: number;
  megabytes: number;
}

interface Kept {
  /** Milliseconds since 1970. */
  at: number;
  bytes: number;
}

export const DAY = 24 * 60 * 60 * 1000;
export const MEGABYTE = 1024 * 1024;

export interface Trimmed<T> {
  /** Entries to remove, oldest first: the too old ones, then the oldest until the rest fits. */
  gone: T[];
  /** Size of the rest. */
  bytes: number;
}

/** `kept` must be sorted, oldest first. */
export function trimmed<T extends Kept>(kept: readonly T[], { days, megabytes }: KeepLimits, now: number): Trimmed<T> {
  let bytes = kept.reduce((sum, one) => sum + one.bytes, 0);
  const isTooMuch = (one: T): boolean => {
    if (now - one.at <= days * DAY && bytes <= megabytes * MEGABYTE) return false;
    bytes -= one.bytes;
    return true;
  };
  return { gone: kept.filter(isTooMuch), bytes };
}
