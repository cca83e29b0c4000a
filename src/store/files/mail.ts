import { join } from "node:path";
import { withLock } from "#base/lock.ts";
import { OvldError, reasonOf } from "#errors/ovld-error.ts";
import { type Message, type MessageId, type RoleId, USER } from "#mail/message.ts";
import { isMessageId } from "#mail/message-id.ts";
import type { MailStore } from "#store/mail-store.ts";
import { findMessage, scrollMessages, unreadMessages } from "./all-mail.ts";
import { readNote, reserveBounce, writeNote } from "./delivery-notes.ts";
import { fileDigest } from "./digest.ts";
import { type FolderLists, folderLists } from "./folder-lists.ts";
import { idSource } from "./ids.ts";
import { putMessage } from "./put.ts";
import { foldersOf } from "./role-folders.ts";
import type { RosterFile } from "./roster-file.ts";
import { folderIn, type StoreDir } from "./store-dir.ts";
import { releaseMessages, takeMessages } from "./take.ts";
import { sweepTemporaries } from "./temporary.ts";
import { archiveTrimmer } from "./trim.ts";
import { undamaged } from "./undamaged.ts";
import { listUnreadIds } from "./unread.ts";
import { watchInboxes } from "./watch.ts";

/** Milliseconds. A process that gets no lock by then tries again at its next check. */
const EXCLUSIVE_LIMIT = 2000;

export function fileMail(dir: StoreDir, roster: RosterFile): MailStore {
  const lists = folderLists(dir);
  return {
    ...{ ...posting(dir, roster), ...reading(dir, roster, lists) },
    ...{ ...noting(dir, roster), ...overview(dir, roster, lists) },
  };
}

function posting(dir: StoreDir, roster: RosterFile): Pick<MailStore, "nextId" | "put"> {
  const ids = idSource(dir);
  let isSwept = false;
  return {
    async nextId() {
      return ids.next();
    },
    async put(message) {
      roster.requireReader(message.to);
      const { durability } = roster.settings();
      await putMessage(dir, message, { durability, fresh: ids.spend(message.id) });
      if (isSwept) return;
      isSwept = true;
      // The message is stored even if the temporary files of dead processes cannot be removed.
      await sweepTemporaries(dir).catch((error) =>
        dir.log.write("warn", "temporary-files-kept", { reason: reasonOf(error) }),
      );
    },
  };
}

type Reading = Pick<MailStore, "take" | "release" | "unread" | "unreadIds" | "countUnread">;

function reading(dir: StoreDir, roster: RosterFile, lists: FolderLists): Reading {
  return {
    async take(role, { maxBytes = Number.POSITIVE_INFINITY } = {}) {
      roster.requireReader(role);
      return takeMessages(dir, role, { maxBytes, settings: roster.settings() });
    },
    async release(role, ids) {
      roster.requireReader(role);
      await releaseMessages(dir, role, ids);
    },
    async unread(role, options = {}) {
      roster.requireReader(role);
      for (const id of options.among ?? []) requireId(id);
      return unreadMessages(dir, role, options);
    },
    async unreadIds(role) {
      roster.requireReader(role);
      return listUnreadIds(dir, foldersOf(dir, role), lists);
    },
    async countUnread(role) {
      roster.requireReader(role);
      return (await listUnreadIds(dir, foldersOf(dir, role), lists)).length;
    },
  };
}

type Noting = Pick<MailStore, "note" | "noted" | "reserveBounce" | "exclusively">;

function noting(dir: StoreDir, roster: RosterFile): Noting {
  return {
    async noted(role, id) {
      roster.requireReader(role);
      requireId(id);
      return readNote(dir, role, id);
    },
    async note(role, id, note) {
      roster.requireReader(role);
      requireId(id);
      await writeNote(dir, role, id, note);
    },
    async reserveBounce(role, id, bounce) {
      roster.requireReader(role);
      requireId(id);
      return reserveBounce(dir, role, id, bounce);
    },
    async exclusively(role, work) {
      roster.requireReader(role);
      return withLock(join(folderIn(dir, "delivery"), `${role}.lock`), work, { timeLimit: EXCLUSIVE_LIMIT });
    },
  };
}

type Overview = Pick<MailStore, "all" | "scroll" | "find" | "digest" | "trim" | "watch">;

/** Mail of all readers. */
function overview(dir: StoreDir, roster: RosterFile, lists: FolderLists): Overview {
  const digest = fileDigest(dir, lists);
  const trim = archiveTrimmer(dir);
  const readers = () => undamaged(dir, allReaders(roster));
  /** `to` first; the others decide whether damaged folders of `to` mean a damaged store. */
  const asked = function* (to: RoleId): Iterable<RoleId> {
    if (!roster.isReader(to)) return;
    yield to;
    yield* allReaders(roster);
  };
  const scroll: MailStore["scroll"] = (options = {}) => scrollMessages(dir, readers, { ...options, lists });
  return {
    scroll,
    async all() {
      const messages: Message[] = [];
      for await (const message of scroll()) messages.push(message);
      return messages;
    },
    async find(id, to) {
      requireId(id);
      return findMessage(dir, to === undefined ? readers() : undamaged(dir, asked(to)), { id, to });
    },
    async digest({ newest }) {
      return digest(readers(), newest);
    },
    async trim(limits) {
      return trim(
        Array.from(readers(), ({ role }) => role),
        limits,
      );
    },
    async *watch({ role, signal }) {
      if (role !== undefined) roster.requireReader(role);
      yield* watchInboxes(dir, role === undefined ? allReaders(roster) : [role], signal);
    },
  };
}

/** The id is used as a file name. */
function requireId(id: MessageId): void {
  if (!isMessageId(id)) throw new OvldError("bug", { reason: `not a message id: ${id}` });
}

export function allReaders(roster: RosterFile): RoleId[] {
  return [...roster.read().roles.map(({ id }) => id), USER];
}
