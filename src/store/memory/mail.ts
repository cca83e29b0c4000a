import { OvldError } from "#errors/ovld-error.ts";
import { formatId, isMessageId, newNonce, nextPlace, type Place, timeOf } from "#mail/message-id.ts";
import { type KeepLimits, trimmed } from "#store/keep-limits.ts";
import type { MailDigest, MailStore, Message, RoleId, Taken } from "#store/mail-store.ts";
import { clearUpTo } from "./pending.ts";
import { comeBack, mailTo, readersOf, requireRoster, type Stored, type World } from "./world.ts";

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
      const mail = mailTo(world, message.to);
      if (!isMessageId(message.id)) throw new OvldError("bug", { reason: `not a message id: ${message.id}` });
      if (mail.some((stored) => stored.message.id === message.id)) return;
      mail.push({ message: { ...message, state: "queued" }, place: "inbox", again: false });
      giveNotice(world);
    },
    async take(role, { maxBytes = Number.POSITIVE_INFINITY } = {}) {
      const waiting = inInbox(world, role);
      const fitting = waiting.slice(0, Math.max(1, countFitting(waiting, maxBytes)));
      for (const stored of fitting) Object.assign(stored, { place: "claimed", reader });
      if (fitting.length > 0) giveNotice(world);
      return taken(world, fitting, waiting.length - fitting.length);
    },
    async giveBack(role, ids) {
      for (const stored of mailTo(world, role))
        if (stored.place === "claimed" && stored.reader === reader && ids.includes(stored.message.id)) comeBack(stored);
      giveNotice(world);
    },
    unread: async (role, { known, among, maxText } = {}) =>
      inInbox(world, role)
        .filter(({ message: { id } }) => !known?.has(id) && (among?.includes(id) ?? true))
        .map(shown)
        .map((message) => ({ ...message, body: message.body.slice(0, maxText) })),
    unreadIds: async (role) => inInbox(world, role).map(({ message }) => message.id),
    countUnread: async (role) => inInbox(world, role).length,
    async noted(role, id) {
      const note = inInbox(world, role).find(({ message }) => message.id === id)?.note;
      return note && { ...note };
    },
    async note(role, id, note) {
      if (!isMessageId(id)) throw new OvldError("bug", { reason: `not a message id: ${id}` });
      const stored = mailTo(world, role).find(({ message }) => message.id === id);
      if (stored && stored.place !== "archive") stored.note = { ...note };
      giveStoreNotice(world);
    },
    async reserveBounce(role, id, bounce) {
      const stored = mailTo(world, role).find(({ message }) => message.id === id);
      if (stored) stored.bounce ??= bounce;
      return stored?.bounce ?? bounce;
    },
    exclusively(role, work) {
      mailTo(world, role);
      const next = (world.exclusive.get(role) ?? Promise.resolve()).then(work, work);
      world.exclusive.set(role, next);
      return next;
    },
    all: async () => allMail(world).map(shown),
    async *scroll({ order = "oldest", after, known, archived } = {}) {
      const mail = order === "oldest" ? allMail(world) : allMail(world).reverse();
      const isBehind = (id: string) => after === undefined || (order === "oldest" ? id > after : id < after);
      const isWanted = ({ place, message: { id } }: Stored) =>
        isBehind(id) && !known?.has(id) && (place === "archive") === (archived ?? place === "archive");
      for (const stored of mail.filter(isWanted)) yield shown(stored);
    },
    async find(id) {
      const stored = allMail(world).find(({ message }) => message.id === id);
      return stored && shown(stored);
    },
    digest: async ({ newest }) => digest(world, newest),
    trim: async (limits) => trim(world, limits),
    watch: ({ role, signal }) => watch(world, world.notices, { role, signal }),
  };
}

function digest(world: World, most: number): MailDigest {
  const heads = (mail: Stored[]) => mail.map(shown).map(({ body: _, ...head }) => head);
  const all = readersOf(world).flatMap((reader) => mailTo(world, reader));
  const unread = readersOf(world).flatMap((role) => {
    const waiting = inInbox(world, role);
    return heads(waiting.slice(0, 1)).map((oldest) => ({ role, count: waiting.length, oldest }));
  });
  return { newest: most === 0 ? [] : heads(all.sort(byId).slice(-most)), unread };
}

function trim(world: World, limits: KeepLimits): number {
  const read = readersOf(world)
    .flatMap((reader) => mailTo(world, reader))
    .filter(({ place }) => place === "archive")
    .sort(byId)
    .map((stored) => ({ stored, at: timeOf(stored.message.id) ?? 0, bytes: sizeOf(stored) }));
  const { gone, bytes } = trimmed(read, limits, world.clock.now());
  const old = new Set(gone.map(({ stored }) => stored));
  for (const reader of readersOf(world)) {
    const kept = mailTo(world, reader).filter((stored) => !old.has(stored));
    world.mail.set(reader, kept);
  }
  return bytes;
}

function taken(world: World, claimed: Stored[], left: number): Taken {
  return {
    messages: claimed.map(shown),
    left,
    async confirm() {
      for (const stored of claimed) if (stored.place === "claimed") stored.place = "archive";
      giveStoreNotice(world);
      const newest = claimed.at(-1)?.message;
      if (newest && world.roster) clearUpTo(world, newest.to, newest.id);
    },
  };
}

function allMail(world: World): Stored[] {
  return readersOf(world)
    .flatMap((reader) => mailTo(world, reader))
    .sort(byId);
}

function inInbox(world: World, role: RoleId): Stored[] {
  return mailTo(world, role)
    .filter(({ place }) => place === "inbox")
    .sort(byId);
}

function countFitting(waiting: Stored[], maxBytes: number): number {
  let bytes = 0;
  const over = waiting.findIndex((stored) => {
    bytes += sizeOf(stored);
    return bytes > maxBytes;
  });
  return over === -1 ? waiting.length : over;
}

function sizeOf({ message }: Stored): number {
  return Buffer.byteLength(JSON.stringify(message));
}

const states = { claimed: "read", archive: "acked" } as const;

function shown({ message, place, again, note }: Stored): Message {
  if (place !== "inbox") return { ...message, state: states[place], ...(again && { redelivered: true }) };
  return {
    ...message,
    state: note?.state ?? "queued",
    ...(note && { delivery: { ...note } }),
    ...(again && { redelivered: true }),
  };
}

function byId(a: Stored, b: Stored): number {
  return a.message.id < b.message.id ? -1 : 1;
}

export function giveNotice(world: World): void {
  for (const notice of world.notices) notice();
  giveStoreNotice(world);
}

/** Something changed that no inbox shows. */
export function giveStoreNotice(world: World): void {
  for (const notice of world.storeNotices) notice();
}

export async function* watch(
  world: World,
  notices: Set<() => void>,
  { role, signal }: { role?: RoleId | undefined; signal: AbortSignal },
): AsyncGenerator<undefined> {
  let isGiven = false;
  let wake = () => {};
  const notice = () => {
    isGiven = true;
    wake();
  };
  const onAbort = () => wake();
  notices.add(notice);
  signal.addEventListener("abort", onAbort);
  try {
    while (!signal.aborted) {
      if (role === undefined) requireRoster(world);
      else mailTo(world, role);
      isGiven = false;
      yield undefined;
      if (!isGiven && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    notices.delete(notice);
    signal.removeEventListener("abort", onAbort);
  }
}
