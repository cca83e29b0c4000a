import { closeSync, lstatSync, renameSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { fileFailure } from "#base/files.ts";
import type { RoleId } from "#store/mail-store.ts";
import { announced } from "#store/pending-mark.ts";
import type { PendingMark, PendingMarks } from "#store/relay-store.ts";
import { fateOf } from "./claims.ts";
import { readMessage } from "./message-file.ts";
import { parseJson, readPlainFile } from "./plain-file.ts";
import { quarantine } from "./quarantine.ts";
import { foldersOf } from "./role-folders.ts";
import type { RosterFile } from "./roster-file.ts";
import { folderIn, isGone, type Site, storeFailure } from "./site.ts";
import { removeQuietly, writeTemporary } from "./temporary.ts";
import { listUnread, type UnreadFile } from "./unread.ts";

type Announcement = Parameters<PendingMarks["mark"]>[1];

/** How many messages are read to name their senders again. */
const RESTORED = 16;

/**
 * No lock: the mark is derived from the inbox, so whoever changes it looks at the inbox afterwards and repairs what a
 * race left wrong. For the same reason it need not survive a power cut.
 */
export function filePending(site: Site, roster: RosterFile): PendingMarks {
  return {
    async mark(role, by) {
      roster.requireRole(role);
      await addToMark(site, role, by);
      const fate = await fateOf(site, foldersOf(site, role), by.id);
      if (fate === "read") await clearUpTo(site, role, by.id);
    },
    async read(role) {
      roster.requireRole(role);
      return readMark(site, role);
    },
    async clear(role, upTo) {
      roster.requireRole(role);
      if (upTo === undefined) removeMark(site, role);
      else await clearUpTo(site, role, upTo);
    },
  };
}

/** Also called when mail is confirmed: its sender may have announced it after its reader had looked. */
export async function clearUpTo(site: Site, role: RoleId, upTo: string): Promise<void> {
  const mark = readMark(site, role);
  if (!mark) return;
  if (mark.newest > upTo && (await unreadAfter(site, role, upTo)).length > 0) return;
  removeMark(site, role);
  const missed = await unreadAfter(site, role, upTo);
  for (const { id, file } of missed.slice(-RESTORED)) {
    const found = readMessage(file, { id, to: role });
    if (found && "message" in found) await addToMark(site, role, { from: found.message.from, id });
  }
}

async function unreadAfter(site: Site, role: RoleId, upTo: string): Promise<UnreadFile[]> {
  const { unread } = await listUnread(site, foldersOf(site, role));
  return unread.filter(({ id }) => id > upTo);
}

/** Replaced as a whole; when another process changed the mark meanwhile, that change is taken in first. */
async function addToMark(site: Site, role: RoleId, by: Announcement): Promise<void> {
  const file = markFile(site, role);
  for (;;) {
    const before = versionOf(file);
    const { path, handle } = await writeTemporary(site, JSON.stringify(announced(readMark(site, role), by)));
    closeSync(handle);
    if (versionOf(file) === before) return moveOver(site, path, file);
    removeQuietly(path);
  }
}

function readMark(site: Site, role: RoleId): PendingMark | undefined {
  const file = markFile(site, role);
  const content = readPlainFile(file);
  if (!content) return undefined;
  const mark = "text" in content ? parseJson(content.text) : undefined;
  if (isMark(mark)) return mark;
  quarantine(site, role, file, "damage" in content ? content.damage : "not a mark");
  return undefined;
}

function isMark(value: unknown): value is PendingMark {
  if (typeof value !== "object" || value === null) return false;
  const { newest, senders } = value as Partial<PendingMark>;
  return typeof newest === "string" && Array.isArray(senders) && senders.every((name) => typeof name === "string");
}

function markFile(site: Site, role: RoleId): string {
  return join(folderIn(site, "pending"), role);
}

function versionOf(file: string): string | undefined {
  const found = lstatSync(file, { throwIfNoEntry: false, bigint: true });
  return found && `${found.ino} ${found.ctimeNs}`;
}

function moveOver(site: Site, temporary: string, file: string): void {
  try {
    renameSync(temporary, file);
  } catch (error) {
    removeQuietly(temporary);
    throw storeFailure(site, "write", file, error);
  }
}

function removeMark(site: Site, role: RoleId): void {
  const file = markFile(site, role);
  try {
    unlinkSync(file);
  } catch (error) {
    if (!isGone(error)) throw fileFailure("remove", file, error);
  }
}
