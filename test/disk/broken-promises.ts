import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "#base/clock.ts";
import { formatted } from "#base/format.ts";
import { type Message, SYSTEM, USER } from "#mail/message.ts";
import { fileRelayStore } from "#store/files/relay-store.ts";
import type { RelayStore } from "#store/relay-store.ts";
import { type Event, sceneRoster } from "./scene.ts";

type Of<What> = Extract<Event, { what: What }>;

/** The promises that a store breaks when it is reopened after `history`; changes the folder `relay`. */
export async function brokenPromises(relay: string, history: readonly Event[]): Promise<string[]> {
  const of = <What extends Event["what"]>(what: What) =>
    history.filter((event): event is Of<What> => event.what === what);
  const store = await reopened(
    relay,
    of("clock").reduce((sum, { moved }) => sum + moved, 0),
  );
  if (!store) return of("initialised").length > 0 ? ["the store is gone"] : [];

  const sent = new Map(of("putting").map(({ message }) => [message.id, message]));
  const stored = of("stored").map(({ message }) => message.id);
  const seen = of("given").flatMap(({ messages }) => messages);
  const acknowledged = new Set(of("acknowledged").flatMap(({ ids }) => ids));
  const kept = new Set((await store.mail.all()).map(({ id }) => id));
  // A real sender repeats a notice of ovld until its delivery is recorded.
  for (const message of sent.values()) if (message.from === SYSTEM) await store.mail.put(message);
  const given = await readAll(store);
  const ids = given.map(({ id }) => id);
  const known = new Set(seen.map(({ id }) => id));
  const later = await store.mail.nextId();
  return [
    ...stored.filter((id) => !kept.has(id)).map((id) => `lost: ${id}`),
    ...[...sent.values()]
      .filter(isFrom(SYSTEM))
      .filter(({ id }) => !known.has(id) && !ids.includes(id))
      .map(({ id }) => `not told: ${id}`),
    ...given.filter(({ id, body }) => sent.get(id)?.body !== body).map(({ id }) => `torn: ${id}`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `given twice: ${id}`),
    ...given
      .filter(({ id, redelivered }) => known.has(id) && !redelivered)
      .map(({ id }) => `came again unmarked: ${id}`),
    ...ids.filter((id) => acknowledged.has(id)).map((id) => `came again though acknowledged: ${id}`),
    ...disorder([...seen, ...given]),
    ...(isClockKnown(history) ? stored.filter((id) => id >= later).map((id) => `an id before ${id}: ${later}`) : []),
    ...(await forgottenTasks(store, history)),
  ];
}

/** No second cut follows, so nothing needs to be synced again. */
async function reopened(relay: string, ahead: number): Promise<RelayStore | undefined> {
  const store = fileRelayStore(relay, { clock: { ...systemClock, now: () => systemClock.now() + ahead } });
  try {
    await store.roster();
  } catch {
    return undefined;
  }
  writeFileSync(join(relay, "closed", "roster.json"), formatted(sceneRoster("process")));
  return store;
}

/** False if nothing was stored after the last clock change: then no file records that change. */
function isClockKnown(history: readonly Event[]): boolean {
  const moved = history.findLastIndex(({ what }) => what === "clock");
  return history.slice(moved + 1).some(({ what }) => what === "stored");
}

async function readAll(store: RelayStore): Promise<Message[]> {
  const given: Message[] = [];
  for (const role of ["overlord", "inferno", USER])
    for (let taken = await store.mail.take(role); taken.messages.length > 0; taken = await store.mail.take(role)) {
      given.push(...taken.messages);
      await taken.acknowledge();
    }
  return given;
}

/** Messages that a role first saw after a later message of the same sender. */
function disorder(messages: readonly Message[]): string[] {
  const newest = new Map<string, number>();
  const known = new Set<string>();
  return messages.flatMap(({ id, from, to, subject }) => {
    if (known.has(id)) return [];
    known.add(id);
    const pair = `${from} ${to}`;
    const before = newest.get(pair) ?? -1;
    newest.set(pair, Math.max(before, Number(subject)));
    return Number(subject) < before ? [`out of order: ${subject} after ${before}`] : [];
  });
}

async function forgottenTasks(store: RelayStore, history: readonly Event[]): Promise<string[]> {
  const last = history.findLastIndex(({ what }) => what === "told");
  const told = history[last];
  if (told?.what !== "told") return [];
  const possible = [told, ...history.slice(last)].flatMap((event) => ("task" in event ? [event.task] : []));
  const { task } = await store.status.get(told.role);
  return possible.includes(task) ? [] : [`status forgotten: ${told.task}, not ${task}`];
}

function isFrom(sender: string): (message: Message) => boolean {
  return ({ from }) => from === sender;
}
