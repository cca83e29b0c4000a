import type { Clock } from "#base/clock.ts";
import type { Insight } from "#store/insight-store.ts";

/** Ids sort by time, and those of two sessions never collide. */
export function newInsight(insight: Omit<Insight, "id" | "timestamp">, clock: Clock): Insight {
  const timestamp = new Date(clock.now()).toISOString();
  return { id: `${timestamp.replaceAll(/[-:.TZ]/g, "")}-${crypto.randomUUID()}`, ...insight, timestamp };
}
