import type { MessageId } from "#mail/message.ts";
import { type ArchiveList, listArchive, partOf } from "./archive-parts.ts";
import { type Claim, listClaims } from "./claims.ts";
import type { FolderLists } from "./folder-lists.ts";
import { byId, type Listed, type MailLocation } from "./listed.ts";
import type { RoleFolders } from "./role-folders.ts";
import type { StoreDir } from "./store-dir.ts";

/** The mail of one role: all messages that are not archived, and the parts of the archive. */
export interface MailList {
  folders: RoleFolders;
  /** In no order, each message once. */
  waiting: Listed[];
  archive: ArchiveList;
}

export interface Walk {
  order: "oldest" | "newest";
  /** Only messages after this one, in that order. */
  after?: MessageId | undefined;
}

/** Folders are listed in the order in which mail moves, so that no message is missed. */
export async function listMail(dir: StoreDir, roles: Iterable<RoleFolders>, lists: FolderLists): Promise<MailList[]> {
  const mail: MailList[] = [];
  for (const folders of roles) {
    const { ids } = await lists.names(folders.inbox);
    const claims = new Map<MessageId, Listed>();
    for (const claim of await listClaims(dir, folders)) claims.set(claim.id, claimed(folders, claim));
    const unclaimed = claims.size === 0 ? ids : ids.filter((id) => !claims.has(id));
    const inbox: MailLocation = { folders, state: "unread", folder: folders.inbox };
    const waiting = [...unclaimed.map((id): Listed => ({ id, location: inbox })), ...claims.values()];
    mail.push({ folders, waiting, archive: await listArchive(folders, lists) });
  }
  return mail;
}

export function claimed(folders: RoleFolders, { id, file, since, abandoned }: Claim): Listed {
  const location = { folders, folder: folders.claims, file };
  return { id, location: abandoned ? { ...location, state: "unread", again: since } : { ...location, state: "read" } };
}

/** Messages by id, in portions; only the reached parts of the archives are listed. */
export async function* walkMail(
  mail: readonly MailList[],
  { order, after }: Walk,
  lists: FolderLists,
): AsyncGenerator<Listed[]> {
  const sign = order === "oldest" ? 1 : -1;
  const outside = byPart(mail);
  const parts = new Set([...outside.keys(), ...mail.flatMap(({ archive }) => archive.parts)]);
  const isAhead = (part: string) => after === undefined || compare(part, partOf(after)) * sign >= 0;
  for (const part of [...parts].filter(isAhead).sort((a, b) => compare(a, b) * sign)) {
    const archived = await archivedIn(mail, part, lists);
    const listed = withArchived(outside.get(part) ?? [], archived);
    const found = after === undefined ? listed : listed.filter(({ id }) => compare(id, after) * sign > 0);
    yield found.sort((a, b) => byId(a, b) * sign);
  }
}

/** Removes duplicates: a message may be archived after it was listed elsewhere. */
function withArchived(outside: readonly Listed[], archived: Listed[]): Listed[] {
  if (outside.length === 0) return archived;
  const ids = new Map<RoleFolders, Set<MessageId>>();
  for (const { id, location } of archived) {
    const known = ids.get(location.folders);
    if (known) known.add(id);
    else ids.set(location.folders, new Set([id]));
  }
  for (const one of outside) if (!ids.get(one.location.folders)?.has(one.id)) archived.push(one);
  return archived;
}

/** All messages outside archive parts, by the part of their id. */
function byPart(mail: readonly MailList[]): Map<string, Listed[]> {
  const parts = new Map<string, Listed[]>();
  const add = (one: Listed): void => {
    const name = partOf(one.id);
    const part = parts.get(name);
    if (part) part.push(one);
    else parts.set(name, [one]);
  };
  for (const { folders, waiting, archive } of mail) {
    const location: MailLocation = { folders, state: "acked", folder: folders.archive };
    for (const id of archive.loose) add({ id, location });
    for (const one of waiting) add(one);
  }
  return parts;
}

async function archivedIn(mail: readonly MailList[], part: string, lists: FolderLists): Promise<Listed[]> {
  const found: Listed[] = [];
  for (const { folders, archive } of mail) {
    if (!archive.parts.includes(part)) continue;
    const location: MailLocation = { folders, state: "acked", folder: `${folders.archive}/${part}` };
    for (const id of (await lists.names(location.folder)).ids) found.push({ id, location });
  }
  return found;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
