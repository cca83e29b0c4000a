import { type FSWatcher, watch } from "node:fs";
import type { Mood } from "#agent-cli/agent-cli.ts";
import { systemClock } from "#base/clock.ts";

export interface WaitOptions {
  /** Milliseconds. */
  limit: number;
  signal?: AbortSignal | undefined;
}

/** The system's notice can fail to come: looking now and then is the net. */
const LOOK_EVERY = 500;

/** Resolves with the first mood that `isWanted`, or with the last one when time is up or the signal aborts. */
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
      // Armed before the look, so that what changes meanwhile is not missed.
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

/** Where the system does not notify, nothing is told. */
export function watching(folder: string, onChange: () => void): FSWatcher | undefined {
  try {
    return watch(folder, onChange).on("error", onChange);
  } catch {
    return undefined;
  }
}
