import type { MailStore, MessageId, RoleId } from "#store/mail-store.ts";
import { listClaims } from "./claims.ts";
import { allMessages, unreadMessages } from "./history.ts";
import { idSource } from "./ids.ts";
import { idIn } from "./message-file.ts";
import { putMessage } from "./put.ts";
import { foldersOf, list } from "./role-folders.ts";
import type { RosterFile } from "./roster-file.ts";
import type { Site } from "./site.ts";
import { giveBackMessages, takeMessages } from "./take.ts";
import { sweepTemporaries } from "./temporary.ts";
import { watchInboxes } from "./watch.ts";

export function fileMail(site: Site, roster: RosterFile): MailStore {
  const ids = idSource(site);
  let isSwept = false;

  return {
    async nextId() {
      return ids.next();
    },
    async put(message) {
      roster.requireRole(message.to);
      const { durability } = roster.settings();
      await putMessage(site, message, { durability, fresh: ids.spend(message.id) });
      if (isSwept) return;
      isSwept = true;
      await sweepTemporaries(site);
    },
    async take(role, { maxBytes = Number.POSITIVE_INFINITY } = {}) {
      roster.requireRole(role);
      return takeMessages(site, role, { maxBytes, durability: roster.settings().durability });
    },
    async giveBack(role, ids) {
      roster.requireRole(role);
      await giveBackMessages(site, role, ids);
    },
    async unread(role) {
      roster.requireRole(role);
      return unreadMessages(site, role);
    },
    async countUnread(role) {
      roster.requireRole(role);
      return countUnread(site, role);
    },
    async history({ known = new Set<MessageId>() } = {}) {
      return allMessages(site, allRoles(roster), known);
    },
    async *watch({ role, signal }) {
      if (role !== undefined) roster.requireRole(role);
      yield* watchInboxes(site, role === undefined ? allRoles(roster) : [role], signal);
    },
  };
}

async function countUnread(site: Site, role: RoleId): Promise<number> {
  const folders = foldersOf(site, role);
  const abandoned = (await listClaims(site, folders)).filter((claim) => claim.abandoned);
  const waiting = (await list(site, folders.inbox)).filter((name) => idIn(name) !== undefined);
  return abandoned.length + waiting.length;
}

function allRoles(roster: RosterFile): RoleId[] {
  return roster.read().roles.map(({ id }) => id);
}
