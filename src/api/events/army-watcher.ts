import { setMaxListeners } from "node:events";
import type { Mood } from "#agent-cli/agent-cli.ts";
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import { OvldError, reasonOf } from "#errors/ovld-error.ts";
import { type Message, type MessageId, type RoleId, USER } from "#mail/message.ts";
import type { Roster } from "#mail/roster.ts";
import type { KnownIds } from "#store/mail-store.ts";
import type { RelayStore } from "#store/relay-store.ts";
import { beginLate } from "./begin-late.ts";
import { type ArmyEvent, type EventState, progressOf } from "./event-state.ts";
import type { EventStream, Told } from "./event-stream.ts";

export interface ArmyWatcherParts {
  session: string;
  store: Pick<RelayStore, "mail" | "status">;
  roster: Roster;
  chronicle: EventStream;
  mood?: ((role: RoleId) => Promise<Mood>) | undefined;
  /** Tells at once when a mood may be another. */
  onMood?: ((role: RoleId, tell: () => void, signal: AbortSignal) => Promise<void>) | undefined;
  clock: Clock;
  log: Log;
  onTold(told: readonly Told[]): void;
}

export interface ArmyWatcher {
  /** The first look was tried: what happened while nobody watched is in the chronicle. */
  ready: Promise<void>;
  stop(): void;
}

/** A new message and another mood are seen at once; statuses and what becomes of open mail are looked at this often. */
const GLANCE_EVERY = 500;
/** The net under the watch of the inboxes. */
const SETTLE_EVERY = 2000;
/** After a change the dust may settle: mail is often read in the moment it arrives. */
const PAUSE = 50;
/** At most one part in this many is spent on looking. */
const SHARE = 5;
/** Of a long queue only the newest are looked at again and again. */
const OPEN_LOOKED_AT = 1024;
const TRY_AGAIN_AFTER = 1000;
/** Messages: a first look may find many. */
const TOLD_TOGETHER = 256;

/** Tells the chronicle of one army what changes in its store, as long as the army stands. */
export function startArmyWatcher(parts: ArmyWatcherParts): ArmyWatcher {
  const { session, store, roster, chronicle, mood, onMood, clock, log, onTold } = parts;
  const ending = new AbortController();
  const { signal } = ending;
  // Every role waits on it, and more.
  setMaxListeners(0, signal);
  let waiting = new AbortController();
  let isDirty = true;
  let settled = 0;

  let begun: Promise<void> | undefined;
  const pass = (told: readonly Told[]) => told.length > 0 && onTold(told);
  const tell = (events: readonly ArmyEvent[]) => !signal.aborted && pass(chronicle.tell(events));

  const begin = async () => {
    const late = chronicle.knowledge.isBlank ? await beginLate(store.mail) : undefined;
    if (late && !signal.aborted) chronicle.beginAt(late);
  };

  /** Before anything is told; the first server begins. */
  const hasBegun = () => {
    begun ??= begin().catch((error) => {
      begun = undefined;
      throw error;
    });
    return begun;
  };

  /** New mail only, and of one inbox: this is what a client waits for. An inbox that changed without any was read. */
  const lookAt = async (role: RoleId, among: readonly MessageId[] | undefined) => {
    const arrived = await store.mail.unread(role, { known: chronicle.knowledge.ids, among, maxText: 0 });
    for (let at = 0; at < arrived.length; at += TOLD_TOGETHER)
      tell(arrived.slice(at, at + TOLD_TOGETHER).map(newMessage));
    isDirty ||= arrived.length === 0;
    if (isDirty) waiting.abort("news");
  };

  /** A notice that fails is made up for by the next glance. */
  const lookAtMood = (role: RoleId) => {
    const looking = mood?.(role).then((seen) => tell([{ type: "mood", data: { role, ...seen } }]));
    void looking?.catch(() => {});
  };

  const settle = async () => {
    isDirty = false;
    await hasBegun();
    const { knowledge } = chronicle;
    const { known, old } = lookedAt(knowledge);
    let news: ArmyEvent[] = [];
    const note = (message: Message) => {
      news.push(knowledge.ids.has(message.id) ? progress(message) : newMessage(message));
      if (news.length < TOLD_TOGETHER) return;
      tell(news);
      news = [];
    };
    for (const id of old) {
      const message = await store.mail.find(id, knowledge.open.get(id)?.to);
      if (message) note(message);
    }
    for await (const message of store.mail.scroll({ after: knowledge.bound, known })) note(message);
    tell(news);
    settled = clock.elapsed();
  };

  const glance = async () => {
    const statuses = await store.status.all();
    // A role that cannot be looked at keeps the mood that was told of it last.
    const look = ({ id }: { id: RoleId }) =>
      mood?.(id).then(
        (seen): ArmyEvent[] => [{ type: "mood", data: { role: id, ...seen } }],
        () => [],
      ) ?? [];
    const moods = (await Promise.all(roster.roles.map(look))).flat();
    // Whoever ends the watch closes the chronicle.
    if (signal.aborted) return;
    pass(chronicle.follow());
    tell([...statuses.map((data): ArmyEvent => ({ type: "status", data })), ...moods]);
  };

  const rounds = async () => {
    while (!signal.aborted) {
      const began = clock.elapsed();
      if (isDirty || chronicle.knowledge.open.size > 0 || began - settled >= SETTLE_EVERY) await settle();
      await glance();
      done();
      const spent = clock.elapsed() - began;
      waiting = new AbortController();
      if (!isDirty) await clock.wait(GLANCE_EVERY, AbortSignal.any([signal, waiting.signal]));
      await clock.wait(Math.max(PAUSE, spent * SHARE), signal);
    }
  };

  /** Whatever fails is tried again; only a store that is gone ends the watch. */
  const keepOn = async (what: string, work: () => Promise<void>) => {
    while (!signal.aborted) {
      try {
        await work();
      } catch (error) {
        if (OvldError.is(error, "store-missing")) ending.abort();
        else log.write("warn", "watch-failed", { session, what, reason: reasonOf(error) });
        done();
      }
      if (!signal.aborted) await clock.wait(TRY_AGAIN_AFTER, signal);
    }
  };

  let done = () => {};
  const ready = new Promise<void>((resolve) => {
    done = resolve;
  });
  signal.addEventListener("abort", done);
  void keepOn("rounds", rounds);
  for (const role of [...roster.roles.map(({ id }) => id), USER])
    void keepOn(role, async () => {
      await hasBegun();
      for await (const named of store.mail.watch({ role, signal })) await lookAt(role, named);
    });
  for (const { id } of roster.roles) void onMood?.(id, () => lookAtMood(id), signal).catch(() => {});
  return { ready, stop: () => ending.abort() };
}

function newMessage({ body: _, ...message }: Message): ArmyEvent {
  return { type: "message", data: { message } };
}

function progress(message: Message): ArmyEvent {
  return { type: "delivery", data: progressOf(message) };
}

/** Those that need not be read again, and of the others those that lie before all that is read. */
function lookedAt({ settled, open, bound }: EventState): { known: KnownIds; old: MessageId[] } {
  const left = new Set([...open.keys()].slice(0, -OPEN_LOOKED_AT));
  const known = { has: (id: MessageId) => settled.has(id) || left.has(id) };
  return { known, old: [...open.keys()].filter((id) => id <= bound && !left.has(id)) };
}
