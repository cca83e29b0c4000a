import { OvldError } from "#errors/ovld-error.ts";
import type { MessageId } from "#mail/message.ts";
import { formatId, type IdPosition, isMessageId, newNonce, nextPosition, timeOf } from "#mail/message-id.ts";
import { type KeepLimits, trimmed } from "#store/keep-limits.ts";
import type { MailStore, Taken } from "#store/mail-store.ts";
import { giveNotice, giveStoreNotice, watch } from "./notices.ts";
import { clearUpTo } from "./pending.ts";
import { mailTo, readersOf, requireRoster, returnToInbox, type Stored, type StoreMemory } from "./store-memory.ts";
import { allMail, digest, inInbox, shown, sizeOf } from "./stored-mail.ts";

export function memoryMail(memory: StoreMemory, reader: symbol): MailStore {
  return { ...posting(memory), ...reading(memory, reader), ...noting(memory), ...overview(memory) };
}

function posting(memory: StoreMemory): Pick<MailStore, "nextId" | "put"> {
  const nonce = newNonce();
  let last: IdPosition = { time: 0, count: 0 };
  return {
    async nextId() {
      requireRoster(memory);
      last = nextPosition(last, memory.clock.now(), memory.newestTime);
      memory.newestTime = Math.max(memory.newestTime, last.time);
      return formatId({ ...last, nonce });
    },
    async put(message) {
      const mail = mailTo(memory, message.to);
      requireId(message.id);
      if (mail.some((stored) => stored.message.id === message.id)) return;
      mail.push({ message: { ...message, state: "queued" }, location: "inbox", again: false });
      giveNotice(memory);
    },
  };
}

type Reading = Pick<MailStore, "take" | "release" | "unread" | "unreadIds" | "countUnread">;

function reading(memory: StoreMemory, reader: symbol): Reading {
  return {
    async take(role, { maxBytes = Number.POSITIVE_INFINITY } = {}) {
      const waiting = inInbox(memory, role);
      const fitting = waiting.slice(0, Math.max(1, countFitting(waiting, maxBytes)));
      for (const stored of fitting) Object.assign(stored, { location: "claimed", reader });
      if (fitting.length > 0) giveNotice(memory);
      return taken(memory, fitting, waiting.length - fitting.length);
    },
    async release(role, ids) {
      const held = mailTo(memory, role).filter((stored) => stored.location === "claimed" && stored.reader === reader);
      for (const stored of held) if (ids.includes(stored.message.id)) returnToInbox(stored);
      giveNotice(memory);
    },
    unread: async (role, { known, among, maxText } = {}) =>
      inInbox(memory, role)
        .filter(({ message: { id } }) => !known?.has(id) && (among?.includes(id) ?? true))
        .map(shown)
        .map((message) => ({ ...message, body: message.body.slice(0, maxText) })),
    unreadIds: async (role) => inInbox(memory, role).map(({ message }) => message.id),
    countUnread: async (role) => inInbox(memory, role).length,
  };
}

type Noting = Pick<MailStore, "note" | "noted" | "reserveBounce" | "exclusively">;

function noting(memory: StoreMemory): Noting {
  return {
    async noted(role, id) {
      const note = inInbox(memory, role).find(({ message }) => message.id === id)?.note;
      return note && { ...note };
    },
    async note(role, id, note) {
      requireId(id);
      const stored = mailTo(memory, role).find(({ message }) => message.id === id);
      if (stored && stored.location !== "archive") stored.note = { ...note };
      giveStoreNotice(memory);
    },
    async reserveBounce(role, id, bounce) {
      const stored = mailTo(memory, role).find(({ message }) => message.id === id);
      if (stored) stored.bounce ??= bounce;
      return stored?.bounce ?? bounce;
    },
    exclusively(role, work) {
      mailTo(memory, role);
      const next = (memory.exclusive.get(role) ?? Promise.resolve()).then(work, work);
      memory.exclusive.set(role, next);
      return next;
    },
  };
}

type Overview = Pick<MailStore, "all" | "scroll" | "find" | "digest" | "trim" | "watch">;

function overview(memory: StoreMemory): Overview {
  return {
    all: async () => allMail(memory).map(shown),
    async *scroll({ order = "oldest", after, known, archived } = {}) {
      const mail = order === "oldest" ? allMail(memory) : allMail(memory).reverse();
      const isBehind = (id: string) => after === undefined || (order === "oldest" ? id > after : id < after);
      const isWanted = ({ location, message: { id } }: Stored) =>
        isBehind(id) && !known?.has(id) && (location === "archive") === (archived ?? location === "archive");
      for (const stored of mail.filter(isWanted)) yield shown(stored);
    },
    async find(id) {
      const stored = allMail(memory).find(({ message }) => message.id === id);
      return stored && shown(stored);
    },
    digest: async ({ newest }) => digest(memory, newest),
    trim: async (limits) => trim(memory, limits),
    watch: ({ role, signal }) => watch(memory, memory.notices, { role, signal }),
  };
}

function taken(memory: StoreMemory, claimed: Stored[], left: number): Taken {
  return {
    messages: claimed.map(shown),
    left,
    async acknowledge() {
      for (const stored of claimed) if (stored.location === "claimed") stored.location = "archive";
      giveStoreNotice(memory);
      const newest = claimed.at(-1)?.message;
      if (newest && memory.roster) clearUpTo(memory, newest.to, newest.id);
    },
  };
}

function trim(memory: StoreMemory, limits: KeepLimits): number {
  const read = allMail(memory)
    .filter(({ location }) => location === "archive")
    .map((stored) => ({ stored, at: timeOf(stored.message.id) ?? 0, bytes: sizeOf(stored) }));
  const { gone, bytes } = trimmed(read, limits, memory.clock.now());
  const old = new Set(gone.map(({ stored }) => stored));
  for (const reader of readersOf(memory)) {
    const kept = mailTo(memory, reader).filter((stored) => !old.has(stored));
    memory.mail.set(reader, kept);
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
