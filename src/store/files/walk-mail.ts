import { join } from "node:path";
import type { MessageId, RoleId } from "#store/mail-store.ts";
import { type ArchiveList, idsAmong, idsInPart, listArchive, partOf } from "./archive-parts.ts";
import { type Claim, listClaims } from "./claims.ts";
import type { FolderLists } from "./folder-lists.ts";
import { foldersOf, list, messageFile, type RoleFolders } from "./role-folders.ts";
import type { Site } from "./site.ts";

/** A message that was listed and not read yet. */
export interface Listed {
  id: MessageId;
  folders: RoleFolders;
  state: "unread" | "read" | "acked";
  file: string;
  /** Since when it is unread again, because its reader died or gave it back. */
  again?: number | undefined;
}

/** The mail of one role: all that is not archived, and the parts of its archive. */
export interface MailList {
  folders: RoleFolders;
  /** By id, in no order. */
  waiting: Map<MessageId, Listed>;
  archive: ArchiveList;
}

export interface Walk {
  order: "oldest" | "newest";
  /** Only messages behind this one, in that order. */
  after?: MessageId | undefined;
}

/** Places are listed in the order in which mail moves, so that none is missed. */
export async function listMail(site: Site, roles: readonly RoleId[], lists: FolderLists): Promise<MailList[]> {
  const mail: MailList[] = [];
  for (const role of roles) {
    const folders = foldersOf(site, role);
    const waiting = new Map<MessageId, Listed>();
    for (const id of idsAmong(await list(site, folders.inbox)))
      waiting.set(id, { id, folders, state: "unread", file: messageFile(folders.inbox, id) });
    for (const claim of await listClaims(site, folders)) waiting.set(claim.id, claimed(folders, claim));
    mail.push({ folders, waiting, archive: await listArchive(folders, lists) });
  }
  return mail;
}

export function claimed(folders: RoleFolders, { id, file, since, abandoned }: Claim): Listed {
  return { id, folders, file, ...(abandoned ? { state: "unread", again: since } : { state: "read" }) };
}

/** Messages by their ids; of the archives only the parts are listed that are reached. */
export async function* walkMail(
  mail: readonly MailList[],
  { order, after }: Walk,
  lists: FolderLists,
): AsyncGenerator<Listed> {
  const sign = order === "oldest" ? 1 : -1;
  const outside = byPart(mail);
  const parts = new Set([...outside.keys(), ...mail.flatMap(({ archive }) => archive.parts)]);
  const isAhead = (part: string) => after === undefined || compare(part, partOf(after)) * sign >= 0;
  for (const part of [...parts].filter(isAhead).sort((a, b) => compare(a, b) * sign)) {
    const archived = await archivedIn(mail, part, lists);
    const listed = [...withoutArchived(outside.get(part) ?? [], archived), ...archived];
    const found = after === undefined ? listed : listed.filter(({ id }) => compare(id, after) * sign > 0);
    yield* found.sort((a, b) => compare(a.id, b.id) * sign);
  }
}

/** What was archived since it was listed elsewhere is told once. */
function withoutArchived(outside: Listed[], archived: readonly Listed[]): Listed[] {
  if (outside.length === 0) return outside;
  const ids = new Map<RoleFolders, Set<MessageId>>();
  for (const { id, folders } of archived) ids.set(folders, (ids.get(folders) ?? new Set()).add(id));
  return outside.filter(({ id, folders }) => !ids.get(folders)?.has(id));
}

/** All that lies outside the parts of an archive, by the part that it belongs to. */
function byPart(mail: readonly MailList[]): Map<string, Listed[]> {
  const parts = new Map<string, Listed[]>();
  for (const { folders, waiting, archive } of mail) {
    const loose = archive.loose.map(
      (id): Listed => ({ id, folders, state: "acked", file: messageFile(folders.archive, id) }),
    );
    for (const one of [...waiting.values(), ...loose]) {
      const part = parts.get(partOf(one.id));
      if (part) part.push(one);
      else parts.set(partOf(one.id), [one]);
    }
  }
  return parts;
}

async function archivedIn(mail: readonly MailList[], part: string, lists: FolderLists): Promise<Listed[]> {
  const found: Listed[] = [];
  for (const { folders, archive } of mail) {
    if (!archive.parts.includes(part)) continue;
    const folder = join(folders.archive, part);
    for (const id of await idsInPart(folder, lists))
      found.push({ id, folders, state: "acked", file: messageFile(folder, id) });
  }
  return found;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
