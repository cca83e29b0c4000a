import { OvldError } from "#errors/ovld-error.ts";
import type { MessageId } from "#mail/message.ts";
import { formatId, isMessageId, newNonce, nextPlace, type Place, timeOf } from "#mail/message-id.ts";
import { type KeepLimits, trimmed } from "#store/keep-limits.ts";
import type { MailStore, Taken } from "#store/mail-store.ts";
import { giveNotice, giveStoreNotice, watch } from "./notices.ts";
import { clearUpTo } from "./pending.ts";
import { allMail, digest, inInbox, shown, sizeOf } from "./stored-mail.ts";
import { mailTo, readersOf, requireRoster, returnToInbox, type Stored, type World } from "./world.ts";

export function memoryMail(world: World, reader: symbol): MailStore {
  return { ...posting(world), ...reading(world, reader), ...noting(world), ...overview(world) };
}

function posting(world: World): Pick<MailStore, "nextId" | "put"> {
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
      requireId(message.id);
      if (mail.some((stored) => stored.message.id === message.id)) return;
      mail.push({ message: { ...message, state: "queued" }, place: "inbox", again: false });
      giveNotice(world);
    },
  };
}

type Reading = Pick<MailStore, "take" | "release" | "unread" | "unreadIds" | "countUnread">;

function reading(world: World, reader: symbol): Reading {
  return {
    async take(role, { maxBytes = Number.POSITIVE_INFINITY } = {}) {
      const waiting = inInbox(world, role);
      const fitting = waiting.slice(0, Math.max(1, countFitting(waiting, maxBytes)));
      for (const stored of fitting) Object.assign(stored, { place: "claimed", reader });
      if (fitting.length > 0) giveNotice(world);
      return taken(world, fitting, waiting.length - fitting.length);
    },
    async release(role, ids) {
      const held = mailTo(world, role).filter((stored) => stored.place === "claimed" && stored.reader === reader);
      for (const stored of held) if (ids.includes(stored.message.id)) returnToInbox(stored);
      giveNotice(world);
    },
    unread: async (role, { known, among, maxText } = {}) =>
      inInbox(world, role)
        .filter(({ message: { id } }) => !known?.has(id) && (among?.includes(id) ?? true))
        .map(shown)
        .map((message) => ({ ...message, body: message.body.slice(0, maxText) })),
    unreadIds: async (role) => inInbox(world, role).map(({ message }) => message.id),
    countUnread: async (role) => inInbox(world, role).length,
  };
}

type Noting = Pick<MailStore, "note" | "noted" | "reserveBounce" | "exclusively">;

function noting(world: World): Noting {
  return {
    async noted(role, id) {
      const note = inInbox(world, role).find(({ message }) => message.id === id)?.note;
      return note && { ...note };
    },
    async note(role, id, note) {
      requireId(id);
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
  };
}

type Overview = Pick<MailStore, "all" | "scroll" | "find" | "digest" | "trim" | "watch">;

function overview(world: World): Overview {
  return {
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

function taken(world: World, claimed: Stored[], left: number): Taken {
  return {
    messages: claimed.map(shown),
    left,
    async acknowledge() {
      for (const stored of claimed) if (stored.place === "claimed") stored.place = "archive";
      giveStoreNotice(world);
      const newest = claimed.at(-1)?.message;
      if (newest && world.roster) clearUpTo(world, newest.to, newest.id);
    },
  };
}

function trim(world: World, limits: KeepLimits): number {
  const read = allMail(world)
    .filter(({ place }) => place === "archive")
    .map((stored) => ({ stored, at: timeOf(stored.message.id) ?? 0, bytes: sizeOf(stored) }));
  const { gone, bytes } = trimmed(read, limits, world.clock.now());
  const old = new Set(gone.map(({ stored }) => stored));
  for (const reader of readersOf(world)) {
    const kept = mailTo(world, reader).filter((stored) => !old.has(stored));
    world.mail.set(reader, kept);
  }
  return bytes;
}

function countFitting(waiting: Stored[], maxBytes: number): number {
  let bytes = 0;
  const over = waiting.findIndex((stored) => {
    bytes += sizeOf(stored);
    return bytes > maxBytes;
  });
  return over === -1 ? waiting.length : over;
}

function requireId(id: MessageId): void {
  if (!isMessageId(id)) throw new OvldError("bug", { reason: `not a message id: ${id}` });
}
