import { OvldError } from "#base/errors.ts";
import type { MailStore, Message, RoleId, Taken } from "#store/mail-store.ts";
import { formatId, isMessageId, newNonce, nextPlace, type Place } from "#store/message-id.ts";
import { clearUpTo } from "./pending.ts";
import { type Letter, lettersTo, requireRoster, type World } from "./world.ts";

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
        if (letter.place === "claimed" && letter.reader === reader && ids.includes(letter.message.id))
          Object.assign(letter, { place: "inbox", again: true });
      ring(world);
    },
    unread: async (role) => inInbox(world, role).map(shown),
    countUnread: async (role) => inInbox(world, role).length,
    history: async ({ known = new Set() } = {}) =>
      requireRoster(world)
        .roles.flatMap(({ id }) => lettersTo(world, id))
        .filter(({ message }) => !known.has(message.id))
        .sort(byId)
        .map(shown),
    watch: ({ role, signal }) => watch(world, role, signal),
  };
}

function taken(world: World, letters: Letter[], left: number): Taken {
  return {
    messages: letters.map(shown),
    left,
    async confirm() {
      for (const letter of letters) if (letter.place === "claimed") letter.place = "archive";
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
  const over = letters.findIndex(({ message }) => {
    bytes += Buffer.byteLength(JSON.stringify(message));
    return bytes > maxBytes;
  });
  return over === -1 ? letters.length : over;
}

function shown({ message, place, again }: Letter): Message {
  return { ...message, state: place === "inbox" ? "queued" : "read", ...(again && { redelivered: true }) };
}

function byId(a: Letter, b: Letter): number {
  return a.message.id < b.message.id ? -1 : 1;
}

function ring(world: World): void {
  for (const bell of world.bells) bell();
}

async function* watch(world: World, role: RoleId | undefined, signal: AbortSignal): AsyncGenerator<void> {
  let rung = false;
  let wake = () => {};
  const bell = () => {
    rung = true;
    wake();
  };
  const onAbort = () => wake();
  world.bells.add(bell);
  signal.addEventListener("abort", onAbort);
  try {
    while (!signal.aborted) {
      if (role === undefined) requireRoster(world);
      else lettersTo(world, role);
      rung = false;
      yield;
      if (!rung && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    world.bells.delete(bell);
    signal.removeEventListener("abort", onAbort);
  }
}
