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
import type { RoleId } from "#mail/message.ts";
import { startArmyWatcher } from "./army-watcher.ts";
import { type EventStream, openEventStream, type Told } from "./event-stream.ts";

export interface ArmyWatchersParts {
  ovld: Pick<App, "list" | "survey" | "open">;
  /** The language of what is told. */
  words: Catalog;
  paths: Paths;
  clock: Clock;
  log: Log;
  onTold(session: string, told: readonly Told[]): void;
  /** Runs what adds or removes armies. */
  change(apply: () => void): void;
}

/** The armies that are watched, kept in step with the registry. */
export interface ArmyWatchers {
  /** By session. */
  readonly armies: ReadonlyMap<string, EventStream>;
  /** Every army that stood at the start is watched, and was looked at once. */
  ready: Promise<void>;
  stop(): void;
}

interface Watched {
  entry: SessionEntry;
  chronicle: EventStream;
  stop(): void;
}

const REFRESH_EVERY = 2000;
/** Asking a multiplexer starts a program. */
const SURVEY_EVERY = 6000;
const TRY_AGAIN_AFTER = 30_000;
const JOURNAL = "events.jsonl";

export function openArmyWatchers({ ovld, words, paths, clock, log, onTold, change }: ArmyWatchersParts): ArmyWatchers {
  const ending = new AbortController();
  const { signal } = ending;
  const armies = new Map<string, EventStream>();
  const watched = new Map<string, Watched>();
  /** When one that could not be watched is tried again. */
  const failed = new Map<string, number>();
  let surveyed = Number.NEGATIVE_INFINITY;
  let waiting = new AbortController();

  /** What an army loses may be its multiplexer. */
  const surveyNow = () => {
    surveyed = Number.NEGATIVE_INFINITY;
    waiting.abort("news");
  };

  const drop = ({ entry: { name }, chronicle, stop }: Watched) => {
    stop();
    watched.delete(name);
    armies.delete(name);
    chronicle.close();
  };

  const enrol = async (entry: SessionEntry, state: SessionState) => {
    const { name } = entry;
    const army = await ovld.open(entry);
    const { store, roster } = army;
    const onMood = async (...watched: Parameters<typeof army.onMood>) => army.onMood(...watched);
    const chronicle = openEventStream(join(sessionPaths(paths, name).folder, JOURNAL));
    chronicle.tell([{ type: "session", data: { state } }]);
    const mood = async (role: RoleId) => moodView(await army.mood(role), words);
    const told = (news: readonly Told[]) => armies.has(name) && onTold(name, news);
    const keeping = startArmyWatcher({
      session: name,
      store,
      roster,
      chronicle,
      mood,
      onMood,
      clock,
      log,
      onTold: told,
    });
    const leaving = new AbortController();
    army.onLoss(surveyNow, leaving.signal);
    const stop = () => {
      keeping.stop();
      leaving.abort();
    };
    watched.set(name, { entry, chronicle, stop });
    await keeping.ready;
    if (!signal.aborted) change(() => armies.set(name, chronicle));
  };

  const refresh = async () => {
    const entries = await ovld.list();
    const stands = ({ entry }: Watched) =>
      entries.some((one) => one.name === entry.name && one.started === entry.started);
    const gone = [...watched.values()].filter((one) => !stands(one));
    if (gone.length > 0) change(() => gone.forEach(drop));
    const now = clock.elapsed();
    const isNew = ({ name }: SessionEntry) => !watched.has(name) && now >= (failed.get(name) ?? 0);
    if (now - surveyed < SURVEY_EVERY && !entries.some(isNew)) return;
    surveyed = now;
    for (const { entry, state } of await ovld.survey(entries)) {
      const known = watched.get(entry.name);
      if (known) tellState(known, state);
      else if (isNew(entry)) await enrol(entry, state).catch((error) => fail(entry.name, error));
    }
  };

  const tellState = ({ entry, chronicle }: Watched, state: SessionState) => {
    const told = chronicle.tell([{ type: "session", data: { state } }]);
    if (told.length > 0 && armies.has(entry.name)) onTold(entry.name, told);
  };

  const fail = (session: string, error: unknown) => {
    failed.set(session, clock.elapsed() + TRY_AGAIN_AFTER);
    log.write("warn", "army-not-watched", { session, reason: reasonOf(error) });
  };

  const keepOn = async () => {
    onReplaced(paths.registry, () => waiting.abort("news"), {
      signal,
      onFailure: (error) => log.write("warn", "registry-not-watched", { reason: reasonOf(error) }),
    });
    while (!signal.aborted) {
      waiting = new AbortController();
      await refresh().catch((error) => fail("*", error));
      done();
      await clock.wait(REFRESH_EVERY, AbortSignal.any([signal, waiting.signal]));
    }
    for (const one of [...watched.values()]) drop(one);
  };

  let done = () => {};
  const ready = new Promise<void>((resolve) => {
    done = resolve;
  });
  void keepOn();
  return { armies, ready, stop: () => ending.abort() };
}
