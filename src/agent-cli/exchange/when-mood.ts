import { type FSWatcher, watch } from "node:fs";
import type { Mood } from "#agent-cli/observer.ts";
import { systemClock } from "#base/clock.ts";

export interface WaitOptions {
  /** Milliseconds. */
  limit: number;
  signal?: AbortSignal | undefined;
}

/** The system's notifications can get lost, so polling backs them up. */
const LOOK_EVERY = 500;

/** Resolves with the first mood that `isWanted`, or with the last one at the deadline or on abort. */
export async function whenMood(
  folder: string,
  look: () => Promise<Mood>,
  isWanted: (mood: Mood) => boolean,
  { limit, signal }: WaitOptions,
): Promise<Mood> {
  const deadline = systemClock.elapsed() + limit;
  let changed = new AbortController();
  const watcher = watching(folder, () => changed.abort());
  try {
    for (;;) {
      // Watch before the first read, so that no change is missed.
      changed = new AbortController();
      const mood = await look();
      const left = deadline - systemClock.elapsed();
      if (isWanted(mood) || left <= 0 || signal?.aborted) return mood;
      const news = signal ? AbortSignal.any([changed.signal, signal]) : changed.signal;
      await systemClock.wait(Math.min(left, LOOK_EVERY), news);
    }
  } finally {
    watcher?.close();
  }
}

/** Undefined if the system cannot notify. */
export function watching(folder: string, onChange: () => void): FSWatcher | undefined {
  try {
    return watch(folder, onChange).on("error", onChange);
  } catch {
    return undefined;
  }
}
