import type { MailDigest, MessageHead, MessageId, RoleId } from "#store/mail-store.ts";
import { claimFiles, inboxFiles, type Kept, shown } from "./all-mail.ts";
import { type NoteShelf, openNotes } from "./delivery-notes.ts";
import { folderChange } from "./folder-change.ts";
import { idIn, readMessage } from "./message-file.ts";
import { foldersOf, list, messageFile, type RoleFolders } from "./role-folders.ts";
import type { Site } from "./site.ts";

/**
 * Looks at all mail again and again at the cost of what is unread: an archive is listed only when it has changed, and a
 * message is read once, because nothing but its state ever changes.
 */
export function fileDigest(site: Site): (readers: readonly RoleId[], newest: number) => Promise<MailDigest> {
  const archives = new Map<string, { listed: string; ids: MessageId[] }>();
  let heads = new Map<MessageId, MessageHead>();

  const archived = async ({ archive }: RoleFolders, most: number): Promise<Kept[]> => {
    const { at, isSure } = folderChange(site, archive);
    const listed = `${at} ${most}`;
    const known = archives.get(archive);
    const ids = known?.listed === listed ? known.ids : newestIds(await list(site, archive), most);
    archives.set(archive, { listed: isSure ? listed : "", ids });
    return ids.map((id) => ({ id, file: messageFile(archive, id), state: "acked" }));
  };

  return async (readers, most) => {
    const remembered = new Map<MessageId, MessageHead>();
    const headOf = ({ role, kept, notes }: Candidate): MessageHead[] => {
      const head = heads.get(kept.id) ?? readHead(kept, role);
      if (!head) return [];
      remembered.set(kept.id, head);
      return [shown(head, kept, notes)];
    };
    const candidates: Candidate[] = [];
    const unread: MailDigest["unread"] = [];
    for (const role of readers) {
      const folders = foldersOf(site, role);
      const notes = await openNotes(site, role);
      const latest = new Map<MessageId, Candidate>();
      // In the order in which mail moves, so that none is missed.
      for (const files of [inboxFiles, claimFiles, () => archived(folders, most)])
        for (const kept of await files(site, folders)) latest.set(kept.id, { role, kept, notes });
      const mine = [...latest.values()].sort(byId);
      candidates.push(...mine);
      const waiting = mine.filter(({ kept }) => kept.state === "unread");
      const oldest = firstOf(waiting, headOf);
      if (oldest) unread.push({ role, count: waiting.length, oldest });
    }
    const newest = most === 0 ? [] : candidates.sort(byId).slice(-most).flatMap(headOf);
    heads = remembered;
    return { newest, unread };
  };
}

interface Candidate {
  role: RoleId;
  kept: Kept;
  notes: NoteShelf;
}

/** Damaged files are passed over and left to whoever takes the mail. */
function readHead({ file, id }: Kept, to: RoleId): MessageHead | undefined {
  const found = readMessage(file, { id, to });
  if (!found || !("message" in found)) return undefined;
  const { body: _, ...head } = found.message;
  return head;
}

function firstOf<T, R>(items: readonly T[], map: (item: T) => R[]): R | undefined {
  for (const item of items) {
    const [found] = map(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function newestIds(names: readonly string[], most: number): MessageId[] {
  const ids = names.map(idIn).filter((id) => id !== undefined);
  return ids.sort().slice(Math.max(0, ids.length - most));
}

function byId(a: Candidate, b: Candidate): number {
  return a.kept.id < b.kept.id ? -1 : 1;
}
