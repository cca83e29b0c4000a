import type { MessageId, RoleId } from "#mail/message.ts";
import type { RelaySettings } from "#mail/roster.ts";
import type { Announced, PendingMarks } from "#store/relay-store.ts";
import { fateOf } from "./claims.ts";
import { fileOf, type Listed } from "./listed.ts";
import { addToMark, type MarkPlace, readMark, removeMark } from "./mark-file.ts";
import { readMessage } from "./message-file.ts";
import { foldersOf } from "./role-folders.ts";
import type { RosterFile } from "./roster-file.ts";
import type { Site } from "./site.ts";
import { listUnread } from "./unread.ts";

/** How many messages are read to name their senders again. */
const RESTORED = 16;

/**
 * No lock: the marks are derived from the inbox. Each change is followed by a look at the inbox, which repairs what a
 * race left wrong. For the same reason marks need not survive a power cut.
 */
export function filePending(site: Site, roster: RosterFile): PendingMarks {
  return {
    async mark(role, by) {
      roster.requireRole(role);
      const { lang } = roster.settings();
      await announce(site, role, { by, lang });
      const fate = await fateOf(site, foldersOf(site, role), by.id);
      if (fate === "archived") await clearUpTo(site, role, { upTo: by.id, lang });
    },
    async read(role) {
      roster.requireRole(role);
      const [mark, urgent] = [readMark(site, ofAll(role)), readMark(site, ofUrgent(role))];
      return mark && { ...mark, ...(urgent && { urgent }) };
    },
    async clear(role, upTo) {
      roster.requireRole(role);
      if (upTo !== undefined) return clearUpTo(site, role, { upTo, lang: roster.settings().lang });
      for (const place of [ofUrgent(role), ofAll(role)]) removeMark(site, place);
    },
  };
}

export interface Clearing {
  upTo: MessageId;
  lang: RelaySettings["lang"];
}

/** Also called when mail is acknowledged: its sender may have marked it after the reader had looked. */
export async function clearUpTo(site: Site, role: RoleId, { upTo, lang }: Clearing): Promise<void> {
  const [mark, urgent] = [readMark(site, ofAll(role)), readMark(site, ofUrgent(role))];
  if (!mark && !urgent) return;
  const unread = await listed(site, role);
  const isUnread = (newest: MessageId) => unread.some(({ id }) => id === newest);
  const isRead = mark !== undefined && !isUnread(mark.newest) && !(mark.newest > upTo && unread.length > 0);
  const isCalm = urgent !== undefined && !isUnread(urgent.newest);
  if (isCalm) removeMark(site, ofUrgent(role));
  if (isRead) removeMark(site, ofAll(role));
  if (!isCalm && !isRead) return;
  // Also what is older than that: ids do not arrive in their order.
  const missed = await listed(site, role);
  for (const one of missed.slice(-RESTORED)) {
    const found = readMessage(fileOf(one), { id: one.id, to: role });
    if (found && "message" in found) await announce(site, role, { by: found.message, lang });
  }
}

/** The urgent mark first: a hook that finds a mark must also find that the mail is urgent. */
async function announce(site: Site, role: RoleId, what: { by: Announced; lang: Clearing["lang"] }): Promise<void> {
  if (what.by.priority === "urgent") await addToMark(site, ofUrgent(role), what);
  await addToMark(site, ofAll(role), what);
}

async function listed(site: Site, role: RoleId): Promise<Listed[]> {
  return (await listUnread(site, foldersOf(site, role))).unread;
}

function ofAll(role: RoleId): MarkPlace {
  return { role, priority: "normal" };
}

function ofUrgent(role: RoleId): MarkPlace {
  return { role, priority: "urgent" };
}
