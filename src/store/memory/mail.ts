import { OvldError } from "#base/errors.ts";
import { type KeepLimits, trimmed } from "#store/keep-limits.ts";
import type { MailDigest, MailStore, Message, RoleId, Taken } from "#store/mail-store.ts";
import { formatId, isMessageId, newNonce, nextPlace, type Place, timeOf } from "#store/message-id.ts";
import { clearUpTo } from "./pending.ts";
import { comeBack, type Letter, lettersTo, readersOf, requireRoster, type World } from "./world.ts";

export function memoryMail(world: World, reader: symbol): MailStore {
  const nonce = newNonce();
  let last: Place = { time: 0, count: 0 };

  return {
    async nextId() {
      requireRoster(world);
      last = nextPlace(last, world.clock.now(), world.newestTime);
      world.newestTime = Math.max(world.newestTime, last.time);
      return formatId({ ...last, nonce });
    },
    async put(message) {
      const letters = lettersTo(world, message.to);
      if (!isMessageId(message.id)) throw new OvldError("bug", { reason: `not a message id: ${message.id}` });
      if (letters.some((letter) => letter.message.id === message.id)) return;
      letters.push({ message: { ...message, state: "queued" }, place: "inbox", again: false });
      ring(world);
    },
    async take(role, { maxBytes = Number.POSITIVE_INFINITY } = {}) {
      const waiting = inInbox(world, role);
      const fitting = waiting.slice(0, Math.max(1, countFitting(waiting, maxBytes)));
      for (const letter of fitting) Object.assign(letter, { place: "claimed", reader });
      if (fitting.length > 0) ring(world);
      return taken(world, fitting, waiting.length - fitting.length);
    },
    async giveBack(role, ids) {
      for (const letter of lettersTo(world, role))
        if (letter.place === "claimed" && letter.reader === reader && ids.includes(letter.message.id)) comeBack(letter);
      ring(world);
    },
    unread: async (role, { known = new Set(), among } = {}) =>
      inInbox(world, role)
        .filter(({ message: { id } }) => !known.has(id) && (among?.includes(id) ?? true))
        .map(shown),
    unreadIds: async (role) => inInbox(world, role).map(({ message }) => message.id),
    countUnread: async (role) => inInbox(world, role).length,
    async noted(role, id) {
      const note = inInbox(world, role).find(({ message }) => message.id === id)?.note;
      return note && { ...note };
    },
    async note(role, id, note) {
      if (!isMessageId(id)) throw new OvldError("bug", { reason: `not a message id: ${id}` });
      const letter = lettersTo(world, role).find(({ message }) => message.id === id);
      if (letter && letter.place !== "archive") letter.note = { ...note };
      ringStore(world);
    },
    all: async ({ known = new Set() } = {}) =>
      readersOf(world)
        .flatMap((reader) => lettersTo(world, reader))
        .filter(({ message }) => !known.has(message.id))
        .sort(byId)
        .map(shown),
    async *scroll() {
      yield* await this.all();
    },
    digest: async ({ newest }) => digest(world, newest),
    trim: async (limits) => trim(world, limits),
    watch: ({ role, signal }) => watch(world, world.bells, { role, signal }),
  };
}

function digest(world: World, most: number): MailDigest {
  const heads = (letters: Letter[]) => letters.map(shown).map(({ body: _, ...head }) => head);
  const all = readersOf(world).flatMap((reader) => lettersTo(world, reader));
  const unread = readersOf(world).flatMap((role) => {
    const waiting = inInbox(world, role);
    return heads(waiting.slice(0, 1)).map((oldest) => ({ role, count: waiting.length, oldest }));
  });
  return { newest: most === 0 ? [] : heads(all.sort(byId).slice(-most)), unread };
}

function trim(world: World, limits: KeepLimits): number {
  const read = readersOf(world)
    .flatMap((reader) => lettersTo(world, reader))
    .filter(({ place }) => place === "archive")
    .sort(byId)
    .map((letter) => ({ letter, at: timeOf(letter.message.id) ?? 0, bytes: sizeOf(letter) }));
  const { gone, bytes } = trimmed(read, limits, world.clock.now());
  const letters = new Set(gone.map(({ letter }) => letter));
  for (const reader of readersOf(world)) {
    const kept = lettersTo(world, reader).filter((letter) => !letters.has(letter));
    world.letters.set(reader, kept);
  }
  return bytes;
}

function taken(world: World, letters: Letter[], left: number): Taken {
  return {
    messages: letters.map(shown),
    left,
    async confirm() {
      for (const letter of letters) if (letter.place === "claimed") letter.place = "archive";
      ringStore(world);
      const newest = letters.at(-1)?.message;
      if (newest && world.roster) clearUpTo(world, newest.to, newest.id);
    },
  };
}

function inInbox(world: World, role: RoleId): Letter[] {
  return lettersTo(world, role)
    .filter(({ place }) => place === "inbox")
    .sort(byId);
}

function countFitting(letters: Letter[], maxBytes: number): number {
  let bytes = 0;
  const over = letters.findIndex((letter) => {
    bytes += sizeOf(letter);
    return bytes > maxBytes;
  });
  return over === -1 ? letters.length : over;
}

function sizeOf({ message }: Letter): number {
  return Buffer.byteLength(JSON.stringify(message));
}

const states = { claimed: "read", archive: "acked" } as const;

function shown({ message, place, again, note }: Letter): Message {
  if (place !== "inbox") return { ...message, state: states[place], ...(again && { redelivered: true }) };
  return {
    ...message,
    state: note?.state ?? "queued",
    ...(note && { delivery: { ...note } }),
    ...(again && { redelivered: true }),
  };
}

function byId(a: Letter, b: Letter): number {
  return a.message.id < b.message.id ? -1 : 1;
}

export function ring(world: World): void {
  for (const bell of world.bells) bell();
  ringStore(world);
}

/** Something changed that no inbox shows. */
export function ringStore(world: World): void {
  for (const bell of world.storeBells) bell();
}

export async function* watch(
  world: World,
  bells: Set<() => void>,
  { role, signal }: { role?: RoleId | undefined; signal: AbortSignal },
): AsyncGenerator<undefined> {
  let rung = false;
  let wake = () => {};
  const bell = () => {
    rung = true;
    wake();
  };
  const onAbort = () => wake();
  bells.add(bell);
  signal.addEventListener("abort", onAbort);
  try {
    while (!signal.aborted) {
      if (role === undefined) requireRoster(world);
      else lettersTo(world, role);
      rung = false;
      yield undefined;
      if (!rung && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    bells.delete(bell);
    signal.removeEventListener("abort", onAbort);
  }
}
