import { join } from "node:path";
import { withLock } from "#base/lock.ts";
import { OvldError, reasonOf } from "#errors/ovld-error.ts";
import { isMessageId } from "#mail/message-id.ts";
import { type MailStore, type Message, type MessageId, type RoleId, USER } from "#store/mail-store.ts";
import { findMessage, scrollMessages, unreadMessages } from "./all-mail.ts";
import { listClaims } from "./claims.ts";
import { readNote, reserveBounce, writeNote } from "./delivery-notes.ts";
import { fileDigest } from "./digest.ts";
import { folderLists } from "./folder-lists.ts";
import { idSource } from "./ids.ts";
import { idIn } from "./message-file.ts";
import { putMessage } from "./put.ts";
import { foldersOf, list } from "./role-folders.ts";
import type { RosterFile } from "./roster-file.ts";
import { folderIn, type Site } from "./site.ts";
import { giveBackMessages, takeMessages } from "./take.ts";
import { sweepTemporaries } from "./temporary.ts";
import { archiveTrimmer } from "./trim.ts";
import { undamaged } from "./undamaged.ts";
import { watchInboxes } from "./watch.ts";

/** Milliseconds: a process that waits in vain looks again later. */
const EXCLUSIVE_LIMIT = 2000;

export function fileMail(site: Site, roster: RosterFile): MailStore {
  const ids = idSource(site);
  const lists = folderLists(site);
  const digest = fileDigest(site, lists);
  const trim = archiveTrimmer(site);
  const readers = () => undamaged(site, allReaders(roster));
  let isSwept = false;

  return {
    async nextId() {
      return ids.next();
    },
    async put(message) {
      roster.requireReader(message.to);
      const { durability } = roster.settings();
      await putMessage(site, message, { durability, fresh: ids.spend(message.id) });
      if (isSwept) return;
      isSwept = true;
      // The message is stored, whatever comes of what others left.
      await sweepTemporaries(site).catch((error) => site.log.write("warn", "not-swept", { reason: reasonOf(error) }));
    },
    async take(role, { maxBytes = Number.POSITIVE_INFINITY } = {}) {
      roster.requireReader(role);
      return takeMessages(site, role, { maxBytes, settings: roster.settings() });
    },
    async giveBack(role, ids) {
      roster.requireReader(role);
      await giveBackMessages(site, role, ids);
    },
    async unread(role, options = {}) {
      roster.requireReader(role);
      for (const id of options.among ?? []) requireId(id);
      return unreadMessages(site, role, options);
    },
    async unreadIds(role) {
      roster.requireReader(role);
      return unreadIds(site, role);
    },
    async countUnread(role) {
      roster.requireReader(role);
      return (await unreadIds(site, role)).length;
    },
    async noted(role, id) {
      roster.requireReader(role);
      requireId(id);
      return readNote(site, role, id);
    },
    async note(role, id, note) {
      roster.requireReader(role);
      requireId(id);
      await writeNote(site, role, id, note);
    },
    async reserveBounce(role, id, bounce) {
      roster.requireReader(role);
      requireId(id);
      return reserveBounce(site, role, id, bounce);
    },
    async exclusively(role, work) {
      roster.requireReader(role);
      return withLock(join(folderIn(site, "delivery"), `${role}.lock`), work, { timeLimit: EXCLUSIVE_LIMIT });
    },
    async all() {
      const messages: Message[] = [];
      for await (const message of this.scroll()) messages.push(message);
      return messages;
    },
    async *scroll(options = {}) {
      yield* scrollMessages(site, readers(), { ...options, lists });
    },
    async find(id, to) {
      requireId(id);
      const asked = readers().filter((reader) => to === undefined || reader === to);
      return findMessage(site, asked, id);
    },
    async digest({ newest }) {
      return digest(readers(), newest);
    },
    async trim(limits) {
      return trim(readers(), limits);
    },
    async *watch({ role, signal }) {
      if (role !== undefined) roster.requireReader(role);
      yield* watchInboxes(site, role === undefined ? allReaders(roster) : [role], signal);
    },
  };
}

async function unreadIds(site: Site, role: RoleId): Promise<MessageId[]> {
  const folders = foldersOf(site, role);
  const abandoned = (await listClaims(site, folders)).filter((claim) => claim.abandoned).map(({ id }) => id);
  const waiting = (await list(site, folders.inbox)).map(idIn).filter((id) => id !== undefined);
  return [...new Set([...abandoned, ...waiting])].sort();
}

/** It becomes a file's name. */
function requireId(id: MessageId): void {
  if (!isMessageId(id)) throw new OvldError("bug", { reason: `not a message id: ${id}` });
}

export function allReaders(roster: RosterFile): RoleId[] {
  return [...roster.read().roles.map(({ id }) => id), USER];
}
