import { setMaxListeners } from "node:events";
import type { Army } from "#app/app.ts";
import type { SessionState } from "#army/survey.ts";
import type { Clock } from "#base/clock.ts";
import { asOvldError, OvldError } from "#errors/ovld-error.ts";
import type { Catalog } from "#i18n/catalog.ts";
import { errorText } from "#i18n/error-text.ts";
import { blankSnapshot, type Snapshot, takeSnapshot } from "./snapshot.ts";

export interface WatchParts {
  /** Armies to show; called at every sweep, and returns the same object for the same army. */
  armies(): Promise<readonly Army[]>;
  /** Number of messages per army. */
  newest(): number;
  words: Catalog;
  clock: Clock;
  signal: AbortSignal;
  onSnapshots(snapshots: readonly Snapshot[]): void;
}

/** Milliseconds between sweeps, which find new and ended armies, and changes that a store watcher missed. */
const SWEEP_EVERY = 2000;
/** Milliseconds between snapshots in a burst of changes. */
const PAUSE = 40;
/** Milliseconds. A query of a multiplexer spawns a process; `onFailure` triggers an earlier check. */
const STATE_EVERY = 30_000;

/** Takes snapshots after every change and at every sweep, until the signal aborts. */
export async function watchArmies(parts: WatchParts): Promise<void> {
  const { clock, signal, onSnapshots } = parts;
  const watches = new Map<Army, Watch>();
  let waiting = new AbortController();
  const wake = () => waiting.abort();
  signal.addEventListener("abort", wake);
  try {
    while (!signal.aborted) {
      await updateWatches(watches, parts, wake);
      const sweep = clock.elapsed() + SWEEP_EVERY;
      do {
        waiting = new AbortController();
        const dirty = [...watches.values()].filter(({ isDirty }) => isDirty);
        await Promise.all(dirty.map((watch) => look(watch, parts)));
        if (signal.aborted) return;
        onSnapshots([...watches.values()].map(({ snapshot }) => snapshot));
        await clock.wait(PAUSE, signal);
        if (!signal.aborted) await clock.wait(Math.max(0, sweep - clock.elapsed()), waiting.signal);
      } while (!signal.aborted && clock.elapsed() < sweep);
    }
  } finally {
    for (const { stop } of watches.values()) stop.abort();
  }
}

interface Watch {
  army: Army;
  snapshot: Snapshot;
  isDirty: boolean;
  stop: AbortController;
}

/** Starts watches for new armies, stops those of removed armies, and marks all as changed. */
async function updateWatches(watches: Map<Army, Watch>, parts: WatchParts, wake: () => void): Promise<void> {
  const known = [...watches.keys()];
  const list = await parts.armies().catch((error) => {
    if (known.length > 0) return known;
    throw error;
  });
  for (const army of known.filter((one) => !list.includes(one))) {
    watches.get(army)?.stop.abort();
    watches.delete(army);
  }
  for (const army of list) if (!watches.has(army)) watches.set(army, beginWatch(army, parts.clock, wake));
  for (const watch of watches.values()) watch.isDirty = true;
}

function beginWatch(army: Army, clock: Clock, wake: () => void): Watch {
  const stop = new AbortController();
  // Each role adds a listener: no warning above ten.
  setMaxListeners(0, stop.signal);
  const watch: Watch = { army, snapshot: blankSnapshot(army), isDirty: true, stop };
  const changed = () => {
    watch.isDirty = true;
    wake();
  };
  const listen = async () => {
    for await (const _ of army.store.watch({ signal: stop.signal })) changed();
  };
  let asking = new AbortController();
  const ask = async () => {
    while (!stop.signal.aborted) {
      asking = new AbortController();
      const state = await army.state().catch((): SessionState => "unknown");
      if (state !== watch.snapshot.state) {
        watch.snapshot = { ...watch.snapshot, state };
        changed();
      }
      await clock.wait(STATE_EVERY, AbortSignal.any([stop.signal, asking.signal]));
    }
  };
  for (const { id } of army.roster.roles) army.onMood(id, changed, stop.signal);
  army.onFailure(() => {
    asking.abort();
    changed();
  }, stop.signal);
  // If the watcher fails, the next sweep reports the cause.
  void listen().catch(() => {});
  void ask();
  return watch;
}

async function look(watch: Watch, { newest, words }: WatchParts): Promise<void> {
  watch.isDirty = false;
  try {
    const snapshot = await takeSnapshot(watch.army, newest());
    watch.snapshot = { ...snapshot, state: watch.snapshot.state };
  } catch (error) {
    const isGone = OvldError.is(error, "store-missing");
    watch.snapshot = {
      ...watch.snapshot,
      ...(isGone ? { state: "orphan" } : { trouble: errorText(asOvldError(error), words).message }),
    };
  }
}
