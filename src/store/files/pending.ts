import type { MessageId, RoleId } from "#mail/message.ts";
import type { RelaySettings } from "#mail/roster.ts";
import type { Announced, PendingMarks } from "#store/relay-store.ts";
import { partOf } from "./claims.ts";
import { fileOf, type Listed } from "./listed.ts";
import { addToMark, type MarkLocation, readMark, removeMark } from "./mark-file.ts";
import { readMessage } from "./message-file.ts";
import { foldersOf } from "./role-folders.ts";
import type { RosterFile } from "./roster-file.ts";
import type { StoreDir } from "./store-dir.ts";
import { listUnread } from "./unread.ts";

/** Maximum of messages that are read to restore the senders of a mark. */
const RESTORED = 16;

/**
 * Needs no lock, because marks are derived from the inbox. After each change the inbox is listed, which repairs the
 * result of a race. For the same reason marks need not survive a power cut.
 */
export function filePending(dir: StoreDir, roster: RosterFile): PendingMarks {
  return {
    async mark(role, by) {
      roster.requireRole(role);
      const { lang } = roster.settings();
      await announce(dir, role, { by, lang });
      const part = await partOf(dir, foldersOf(dir, role), by.id);
      if (part === "archived") await clearUpTo(dir, role, { upTo: by.id, lang });
    },
    async read(role) {
      roster.requireRole(role);
      const [mark, urgent] = [readMark(dir, ofAll(role)), readMark(dir, ofUrgent(role))];
      return mark && { ...mark, ...(urgent && { urgent }) };
    },
    async clear(role, upTo) {
      roster.requireRole(role);
      if (upTo !== undefined) return clearUpTo(dir, role, { upTo, lang: roster.settings().lang });
      for (const location of [ofUrgent(role), ofAll(role)]) removeMark(dir, location);
    },
  };
}

export interface Clearing {
  upTo: MessageId;
  lang: RelaySettings["lang"];
}

/** Also called on acknowledgement, because a sender may set its mark after the reader took the mail. */
export async function clearUpTo(dir: StoreDir, role: RoleId, { upTo, lang }: Clearing): Promise<void> {
  const [mark, urgent] = [readMark(dir, ofAll(role)), readMark(dir, ofUrgent(role))];
  if (!mark && !urgent) return;
  const unread = await listed(dir, role);
  const isUnread = (newest: MessageId) => unread.some(({ id }) => id === newest);
  const isRead = mark !== undefined && !isUnread(mark.newest) && !(mark.newest > upTo && unread.length > 0);
  const isCalm = urgent !== undefined && !isUnread(urgent.newest);
  if (isCalm) removeMark(dir, ofUrgent(role));
  if (isRead) removeMark(dir, ofAll(role));
  if (!isCalm && !isRead) return;
  // Includes older ids, because ids do not arrive in order.
  const missed = await listed(dir, role);
  for (const one of missed.slice(-RESTORED)) {
    const found = readMessage(fileOf(one), { id: one.id, to: role });
    if (found && "message" in found) await announce(dir, role, { by: found.message, lang });
  }
}

/** The urgent mark is written first: a hook that finds a mark must also find that the mail is urgent. */
async function announce(dir: StoreDir, role: RoleId, what: { by: Announced; lang: Clearing["lang"] }): Promise<void> {
  if (what.by.priority === "urgent") await addToMark(dir, ofUrgent(role), what);
  await addToMark(dir, ofAll(role), what);
}

async function listed(dir: StoreDir, role: RoleId): Promise<Listed[]> {
  return (await listUnread(dir, foldersOf(dir, role))).unread;
}

function ofAll(role: RoleId): MarkLocation {
  return { role, priority: "normal" };
}

function ofUrgent(role: RoleId): MarkLocation {
  return { role, priority: "urgent" };
}
