import { type FSWatcher, watch } from "node:fs";
import type { Mood } from "#agent-cli/agent-cli.ts";

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
  const deadline = performance.now() + limit;
  let wake = () => {};
  const watcher = watching(folder, () => wake());
  try {
    for (;;) {
      // Armed before the look, so that what changes meanwhile is not missed.
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const mood = await look();
      const left = deadline - performance.now();
      if (isWanted(mood) || left <= 0 || signal?.aborted) return mood;
      await soonest(changed, Math.min(left, LOOK_EVERY), signal);
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

function soonest(changed: Promise<void>, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done);
    void changed.then(done);
  });
}
