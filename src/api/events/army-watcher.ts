import { setMaxListeners } from "node:events";
import type { Mood } from "#agent-cli/observer.ts";
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import { OvldError, reasonOf } from "#errors/ovld-error.ts";
import { type MessageId, type RoleId, USER } from "#mail/message.ts";
import type { Roster } from "#mail/roster.ts";
import type { RelayStore } from "#store/relay-store.ts";
import type { ArmyEvent } from "./event-state.ts";
import type { EventStream, PublishedEvent } from "./event-stream.ts";
import { BATCH, mailEvents, messageEvent, olderPast } from "./mail-events.ts";

export interface ArmyWatcherParts {
  session: string;
  store: Pick<RelayStore, "mail" | "status">;
  roster: Roster;
  stream: EventStream;
  mood(role: RoleId): Promise<Mood>;
  /** Calls back when a mood may have changed. */
  onMood(role: RoleId, tell: () => void, signal: AbortSignal): void;
  clock: Clock;
  log: Log;
  onEvents(events: readonly PublishedEvent[]): void;
}

export interface ArmyWatcher {
  /**
   * Resolves after the first round or its failure: then the stream contains the events of the time without a server.
   */
  ready: Promise<void>;
  stop(): void;
}

/** New messages and moods are notified; statuses and deliveries are polled. */
const POLL_EVERY = 500;
/** Reads all mail, because a notification of an inbox can be lost. */
const READ_MAIL_EVERY = 2000;
/** Mail is often read in the moment it arrives: one round then finds both changes. */
const PAUSE = 50;
/** Pauses last this many times as long as rounds. */
const PAUSE_RATIO = 5;
const TRY_AGAIN_AFTER = 1000;

/** Publishes the changes in the store of one army, until the army's store is gone. */
export function startArmyWatcher(parts: ArmyWatcherParts): ArmyWatcher {
  const { store, roster, stream, onMood, clock, onEvents } = parts;
  const ending = new AbortController();
  const { signal } = ending;
  // Each role adds several listeners.
  setMaxListeners(0, signal);
  let waiting = new AbortController();
  let isMailDirty = true;
  let mailRead = 0;

  /** After `stop` the stream may be closed. */
  const publish = (events: readonly ArmyEvent[]) => {
    if (!signal.aborted) onEvents(stream.publish(events));
  };

  const publishArrived = async (role: RoleId, among: readonly MessageId[] | undefined) => {
    const arrived = await store.mail.unread(role, { known: stream.state.ids, among, maxText: 0 });
    for (let at = 0; at < arrived.length; at += BATCH) publish(arrived.slice(at, at + BATCH).map(messageEvent));
    // If an inbox changed without an arrival, a message was read.
    isMailDirty ||= arrived.length === 0;
    if (isMailDirty) waiting.abort("change");
  };

  const publishMail = async () => {
    isMailDirty = false;
    for await (const events of mailEvents(store.mail, stream.state)) publish(events);
    mailRead = clock.elapsed();
  };

  const poll = async () => {
    const events = await observedEvents(parts);
    if (signal.aborted) return;
    onEvents(stream.poll());
    publish(events);
  };

  const rounds = async () => {
    while (!signal.aborted) {
      const began = clock.elapsed();
      if (isMailDirty || stream.state.open.size > 0 || began - mailRead >= READ_MAIL_EVERY) await publishMail();
      await poll();
      markReady();
      const spent = clock.elapsed() - began;
      waiting = new AbortController();
      if (!isMailDirty) await clock.wait(POLL_EVERY, AbortSignal.any([signal, waiting.signal]));
      await clock.wait(Math.max(PAUSE, spent * PAUSE_RATIO), signal);
    }
  };

  const watchInbox = async (role: RoleId) => {
    for await (const named of store.mail.watch({ role, signal })) await publishArrived(role, named);
  };

  let markReady = () => {};
  const ready = new Promise<void>((resolve) => {
    markReady = resolve;
  });
  const keepTrying = retry(parts, ending, markReady);
  signal.addEventListener("abort", markReady);
  void keepTrying("begin", () => begin(parts, signal)).then(() => {
    void keepTrying("rounds", rounds);
    for (const role of [...roster.roles.map(({ id }) => id), USER]) void keepTrying(role, () => watchInbox(role));
  });
  // The next poll reads an unreadable mood again.
  for (const { id } of roster.roles) onMood(id, () => void moodEvents(parts, id).then(publish, () => {}), signal);
  return { ready, stop: () => ending.abort() };
}

async function begin({ store, stream }: ArmyWatcherParts, signal: AbortSignal): Promise<void> {
  const past = stream.state.isBlank ? await olderPast(store.mail) : undefined;
  if (past && !signal.aborted) stream.start(past);
}

async function observedEvents(parts: ArmyWatcherParts): Promise<ArmyEvent[]> {
  const statuses = await parts.store.status.all();
  // A role with an unreadable mood keeps its last one.
  const moods = await Promise.all(parts.roster.roles.map(({ id }) => moodEvents(parts, id).catch(() => [])));
  return [...statuses.map((data): ArmyEvent => ({ type: "status", data })), ...moods.flat()];
}

async function moodEvents({ mood }: ArmyWatcherParts, role: RoleId): Promise<ArmyEvent[]> {
  return [{ type: "mood", data: { role, ...(await mood(role)) } }];
}

/** Repeats work that fails until it succeeds or `ending` aborts; a missing store aborts it. */
function retry({ session, clock, log }: ArmyWatcherParts, ending: AbortController, onFailure: () => void) {
  const { signal } = ending;
  return async (what: string, work: () => Promise<void>) => {
    while (!signal.aborted) {
      try {
        return await work();
      } catch (error) {
        if (OvldError.is(error, "store-missing")) ending.abort();
        else log.write("warn", "watch-failed", { session, what, reason: reasonOf(error) });
        onFailure();
      }
      if (!signal.aborted) await clock.wait(TRY_AGAIN_AFTER, signal);
    }
  };
}
