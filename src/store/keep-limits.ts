/** How long finished mail and armies are kept, and how much room they may take. */
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
  /** To be removed, oldest first: what is too old, then the oldest until the rest has room. */
  gone: T[];
  /** The room that the rest takes. */
  bytes: number;
}

/** `kept` is oldest first. */
export function trimmed<T extends Kept>(kept: readonly T[], { days, megabytes }: KeepLimits, now: number): Trimmed<T> {
  let bytes = kept.reduce((sum, one) => sum + one.bytes, 0);
  const isTooMuch = (one: T): boolean => {
    if (now - one.at <= days * DAY && bytes <= megabytes * MEGABYTE) return false;
    bytes -= one.bytes;
    return true;
  };
  return { gone: kept.filter(isTooMuch), bytes };
}
