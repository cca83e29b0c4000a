import { reasonOf } from "#base/errors.ts";
import type { Log } from "#base/log.ts";
import type { Context } from "#cli/context.ts";
import type { Config } from "#config/settings.ts";

/** Milliseconds between two times. */
export const TRIM_EVERY = 600_000;

/** Keeps what an army has read within the limits of its history; however little is kept of past ones, it keeps its last day. */
export async function trimMail(relay: string, { history }: Config, { wire }: Context, log: Log): Promise<void> {
  const { days, megabytes } = history;
  try {
    await (await wire.openRelayStore(relay)).mail.trim({ days: Math.max(1, days), megabytes });
  } catch (error) {
    log.write("warn", "trim-failed", { reason: reasonOf(error) });
  }
}
