import type { Log } from "#base/log.ts";
import type { Config } from "#config/settings.ts";
import { reasonOf } from "#errors/ovld-error.ts";
import { MEGABYTE } from "#store/keep-limits.ts";
import type { MailStore } from "#store/mail-store.ts";

/** Milliseconds between two trims. */
const PAUSE = { shortest: 10_000, longest: 600_000 };
/** The rest is room for mail until the next trim. */
const KEPT = 0.9;
/** Bytes per millisecond: twenty messages a second, each in a block of its own. */
const FASTEST = (20 * 4096) / 1000;

/**
 * Trims read mail to the limits of the history, but keeps at least the last day. Resolves to the milliseconds until the
 * next trim.
 */
export async function trimMail(mail: Pick<MailStore, "trim">, { history }: Config, log: Log): Promise<number> {
  const { days, megabytes } = history;
  try {
    const bytes = await mail.trim({ days: Math.max(1, days), megabytes: KEPT * megabytes });
    return pauseUntilFull(bytes, megabytes);
  } catch (error) {
    log.write("warn", "trim-failed", { reason: reasonOf(error) });
    return PAUSE.longest;
  }
}

/** Milliseconds until the archive could be full, within the bounds of `PAUSE`. */
export function pauseUntilFull(bytes: number, megabytes: number): number {
  const untilFull = (megabytes * MEGABYTE - bytes) / FASTEST;
  return Math.min(PAUSE.longest, Math.max(PAUSE.shortest, untilFull));
}
