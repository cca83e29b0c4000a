import { type Clock, systemClock } from "#base/clock.ts";
import type { Message, RoleId } from "#mail/message.ts";
import type { Roster } from "#mail/roster.ts";
import type { RelayStore } from "./relay-store.ts";

/** The fixture of an adapter for the contracts: one store, and other processes that open it and die. */
export interface StoreFixture extends AsyncDisposable {
  /** Opened by a process that outlives the test, and initialised with `testRoster`. */
  store: RelayStore;
  clock: MovableClock;
  open(): Promise<{ store: RelayStore; die(): Promise<void> }>;
}

export interface MovableClock extends Clock {
  move(ms: number): void;
}

export function movableClock(): MovableClock {
  let offset = 0;
  return {
    ...systemClock,
    now: () => Date.now() + offset,
    move(ms) {
      offset += ms;
    },
  };
}

export const testRoster: Roster = {
  session: "ovld-test",
  roles: ["overlord", "strategist", "inferno", "glacier", "shadow", "storm"].map((id, index) => ({
    id,
    name: { en: id, ja: id },
    icon: "*",
    rank: index + 1,
  })),
  settings: { lang: "en", knowledge: false, durability: "power" },
};

/** Puts a new message and returns it. */
export async function send(store: RelayStore, fields: Partial<Message> = {}): Promise<Message> {
  const message = await newMessage(store, fields);
  await store.mail.put(message);
  return message;
}

export async function newMessage(store: RelayStore, fields: Partial<Message> = {}): Promise<Message> {
  const id = fields.id ?? (await store.mail.nextId());
  return {
    ...{ id, from: "overlord", to: "inferno", subject: "burn", body: "the gate", priority: "normal", thread: id },
    timestamp: "2025-01-02T03:04:05.678Z",
    state: "queued",
    ...fields,
  };
}

/** Takes and acknowledges all mail; returns the ids. */
export async function readIds(store: RelayStore, role: RoleId = "inferno"): Promise<string[]> {
  const taken = await store.mail.take(role);
  await taken.acknowledge();
  return taken.messages.map(({ id }) => id);
}
