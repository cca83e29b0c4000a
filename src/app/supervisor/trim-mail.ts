import type { Log } from "#base/log.ts";
import type { Config } from "#config/settings.ts";
import { reasonOf } from "#errors/ovld-error.ts";
import { MEGABYTE } from "#store/keep-limits.ts";
import type { MailStore } from "#store/mail-store.ts";

/** Milliseconds between two times. */
const PAUSE = { shortest: 10_000, longest: 600_000 };
/** The rest of the room is for what comes until the next time. */
const KEPT = 0.9;
/** Bytes a millisecond: an army that writes twenty messages a second, each in a block of its own. */
const FASTEST = (20 * 4096) / 1000;

/**
 * Keeps what an army has read within the limits of its history; however little is kept of past ones, it keeps its last day.
 * Resolves with the milliseconds after which there may be something to let go again.
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

/** A busy army's archive is looked at again when it could be full, a small one's now and then. */
export function pauseUntilFull(bytes: number, megabytes: number): number {
  const untilFull = (megabytes * MEGABYTE - bytes) / FASTEST;
  return Math.min(PAUSE.longest, Math.max(PAUSE.shortest, untilFull));
}
