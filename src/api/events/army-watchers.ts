import { join } from "node:path";
import { moodView } from "#api/mood-view.ts";
import type { App } from "#app/app.ts";
import type { SessionState } from "#army/survey.ts";
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import { onReplaced } from "#base/on-replaced.ts";
import { reasonOf } from "#errors/ovld-error.ts";
import { type Paths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { Catalog } from "#i18n/catalog.ts";
import { startArmyWatcher } from "./army-watcher.ts";
import type { Armies } from "./catch-up.ts";
import { type EventStream, openEventStream, type PublishedEvent } from "./event-stream.ts";

export interface ArmyWatchersParts {
  ovld: Pick<App, "list" | "survey" | "open">;
  /** For the details of moods. */
  words: Catalog;
  paths: Paths;
  clock: Clock;
  log: Log;
  onEvents(session: string, events: readonly PublishedEvent[]): void;
  /** Runs operations that add or remove armies. */
  change(apply: () => void): void;
}

/** A watcher of each registered army. */
export interface ArmyWatchers {
  /** Armies after the first round of their watcher. */
  readonly armies: Armies;
  /** `armies` has every army that was registered at the start, but for those that failed. */
  ready: Promise<void>;
  stop(): void;
}

interface WatchedArmy {
  entry: SessionEntry;
  stream: EventStream;
  stop(): void;
}

const REFRESH_EVERY = 2000;
/** A survey starts a program of each multiplexer. */
const SURVEY_EVERY = 6000;
const TRY_AGAIN_AFTER = 30_000;
const EVENT_FILE = "events.jsonl";

export function openArmyWatchers(parts: ArmyWatchersParts): ArmyWatchers {
  const { ovld, paths, clock, log, change } = parts;
  const ending = new AbortController();
  const { signal } = ending;
  const armies = new Map<string, WatchedArmy>();
  /** When an army that could not be watched is tried again. */
  const failed = new Map<string, number>();
  let surveyed = Number.NEGATIVE_INFINITY;
  let waiting = new AbortController();

  /** Clients catch up with an army when it is added; after `stop`, other watchers may have it. */
  const onEvents = (session: string, events: readonly PublishedEvent[]) => {
    if (events.length > 0 && armies.has(session) && !signal.aborted) parts.onEvents(session, events);
  };

  const surveySoon = () => {
    surveyed = Number.NEGATIVE_INFINITY;
    waiting.abort("change");
  };

  const drop = ({ entry, stop }: WatchedArmy) => {
    stop();
    armies.delete(entry.name);
  };

  const add = async (entry: SessionEntry, state: SessionState) => {
    const army = await watchArmy(entry, state, { ...parts, onEvents }, surveySoon);
    if (signal.aborted) army.stop();
    else change(() => armies.set(entry.name, army));
  };

  const fail = (session: string, error: unknown) => {
    failed.set(session, clock.elapsed() + TRY_AGAIN_AFTER);
    log.write("warn", "army-not-watched", { session, reason: reasonOf(error) });
  };

  const refresh = async () => {
    const entries = await ovld.list();
    const isRegistered = ({ entry }: WatchedArmy) =>
      entries.some(({ name, started }) => name === entry.name && started === entry.started);
    const gone = [...armies.values()].filter((army) => !isRegistered(army));
    if (gone.length > 0) change(() => gone.forEach(drop));
    const now = clock.elapsed();
    const isNew = ({ name }: SessionEntry) => !armies.has(name) && now >= (failed.get(name) ?? 0);
    if (now - surveyed < SURVEY_EVERY && !entries.some(isNew)) return;
    surveyed = now;
    for (const { entry, state } of await ovld.survey(entries)) {
      const army = armies.get(entry.name);
      if (army) onEvents(entry.name, army.stream.publish([stateEvent(state)]));
      else if (isNew(entry)) await add(entry, state).catch((error) => fail(entry.name, error));
    }
  };

  const keepRefreshing = async (onRefreshed: () => void) => {
    onReplaced(paths.registry, () => waiting.abort("change"), {
      signal,
      onFailure: (error) => log.write("warn", "registry-not-watched", { reason: reasonOf(error) }),
    });
    while (!signal.aborted) {
      waiting = new AbortController();
      await refresh().catch((error) => fail("*", error));
      onRefreshed();
      await clock.wait(REFRESH_EVERY, AbortSignal.any([signal, waiting.signal]));
    }
    for (const army of [...armies.values()]) drop(army);
  };

  return { armies, ready: new Promise((done) => void keepRefreshing(done)), stop: () => ending.abort() };
}

/** Resolves after the first round of the army's watcher. */
async function watchArmy(
  entry: SessionEntry,
  state: SessionState,
  { ovld, words, paths, clock, log, onEvents }: ArmyWatchersParts,
  onFailure: () => void,
): Promise<WatchedArmy> {
  const session = entry.name;
  const army = await ovld.open(entry);
  const stream = openEventStream(join(sessionPaths(paths, session).folder, EVENT_FILE));
  stream.publish([stateEvent(state)]);
  const watcher = startArmyWatcher({
    ...{ session, stream, clock, log, store: army.store, roster: army.roster },
    mood: async (role) => moodView(await army.mood(role), words),
    onMood: (...watched) => army.onMood(...watched),
    onEvents: (events) => onEvents(session, events),
  });
  const leaving = new AbortController();
  // The multiplexer itself may have failed, which only a survey detects.
  army.onFailure(onFailure, leaving.signal);
  const stop = () => {
    watcher.stop();
    leaving.abort();
    stream.close();
  };
  await watcher.ready;
  return { entry, stream, stop };
}

function stateEvent(state: SessionState) {
  return { type: "session", data: { state } } as const;
}
