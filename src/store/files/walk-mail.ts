import type { MessageId } from "#mail/message.ts";
import { type ArchiveList, listArchive, partOf } from "./archive-parts.ts";
import { type Claim, listClaims } from "./claims.ts";
import type { FolderLists } from "./folder-lists.ts";
import type { Listed, MailLocation } from "./listed.ts";
import { firstFrom, mergeMail, type Order, type SortedIds } from "./merge-mail.ts";
import type { RoleFolders } from "./role-folders.ts";
import type { StoreDir } from "./store-dir.ts";

/** The mail of one role. A message that moves while it is listed is in two of the lists. */
export interface MailList {
  folders: RoleFolders;
  /** Ids in the inbox, oldest first. */
  inbox: readonly MessageId[];
  /** Messages that a reader holds or held. */
  claims: Listed[];
  archive: ArchiveList;
}

export interface Walk {
  order: Order;
  /** Only messages after this one, in that order. */
  after?: MessageId | undefined;
}

/** Folders are listed in the order in which mail moves, so that no message is missed. */
export async function listMail(dir: StoreDir, roles: Iterable<RoleFolders>, lists: FolderLists): Promise<MailList[]> {
  const mail: MailList[] = [];
  for (const folders of roles) {
    const { ids: inbox } = await lists.names(folders.inbox);
    const claims = (await listClaims(dir, folders)).map((claim) => claimed(folders, claim));
    mail.push({ folders, inbox, claims, archive: await listArchive(folders, lists) });
  }
  return mail;
}

export function claimed(folders: RoleFolders, { id, file, since, abandoned }: Claim): Listed {
  const location = { folders, folder: folders.claims, file };
  return { id, location: abandoned ? { ...location, state: "unread", again: since } : { ...location, state: "read" } };
}

/** Unread mail of a role, oldest first. */
export function* unreadMail(mail: MailList): Generator<Listed> {
  for (const one of withoutDuplicates(mergeMail(waiting(mail), "oldest")))
    if (one.location.state === "unread") yield one;
}

/** As many as `unreadMail` gives, without looking at each. */
export function countUnread({ inbox, claims }: MailList): number {
  const held = claims.filter(({ id }) => inbox[firstFrom(inbox, id)] === id).length;
  return inbox.length - held + claims.filter(({ location }) => location.state === "unread").length;
}

interface Source extends SortedIds {
  location: MailLocation;
}

/** Messages by id; only the reached parts of the archives are listed. */
export async function* walkMail(
  mail: readonly MailList[],
  { order, after }: Walk,
  lists: FolderLists,
): AsyncGenerator<Listed> {
  const outside = mail.flatMap(outsideParts);
  const parts = new Set([...outside.flatMap(partsOf), ...mail.flatMap(({ archive }) => archive.parts)]);
  const isAhead = (part: string) =>
    after === undefined || (order === "oldest" ? part >= partOf(after) : part <= partOf(after));
  const sorted = [...parts].filter(isAhead).sort();
  for (const part of order === "oldest" ? sorted : sorted.reverse()) {
    const archived = await archivedIn(mail, part, lists);
    const sources = [...outside, ...archived].map((source) => inPart(source, part, { order, after }));
    yield* withoutDuplicates(mergeMail(sources, order));
  }
}

/** A message that moved while it was listed was found twice; the later of its places counts. */
function* withoutDuplicates(found: Iterable<{ id: MessageId; source: Source }>): Generator<Listed> {
  let same: Listed[] = [];
  for (const { id, source } of found) {
    if (same[0]?.id !== id) {
      yield* same;
      same = [];
    }
    const at = same.findIndex(({ location }) => location.folders === source.location.folders);
    if (at < 0) same.push({ id, location: source.location });
    else if (stage(source.location) > stage((same[at] as Listed).location))
      same[at] = { id, location: source.location };
  }
  yield* same;
}

/** Mail moves from the inbox to a claim, and to the archive. */
function stage({ state, file }: MailLocation): number {
  return state === "acked" ? 2 : file === undefined ? 0 : 1;
}

/** Messages in no part of an archive. */
function outsideParts(mail: MailList): Source[] {
  const { folders, archive } = mail;
  return [
    ...waiting(mail),
    { ...whole(archive.loose), location: { folders, state: "acked", folder: folders.archive } },
  ];
}

function waiting({ folders, inbox, claims }: MailList): Source[] {
  const location: MailLocation = { folders, state: "unread", folder: folders.inbox };
  return [{ ...whole(inbox), location }, ...claims.map(({ id, location }) => ({ ...whole([id]), location }))];
}

async function archivedIn(mail: readonly MailList[], part: string, lists: FolderLists): Promise<Source[]> {
  const found: Source[] = [];
  for (const { folders, archive } of mail) {
    if (!archive.parts.includes(part)) continue;
    const location: MailLocation = { folders, state: "acked", folder: `${folders.archive}/${part}` };
    found.push({ ...whole((await lists.names(location.folder)).ids), location });
  }
  return found;
}

function whole(ids: readonly MessageId[]): SortedIds {
  return { ids, from: 0, to: ids.length };
}

/** Sorts behind every id of a part. */
const LAST = "\uffff";

function partsOf({ ids }: SortedIds): string[] {
  const parts: string[] = [];
  for (let at = 0; at < ids.length; ) {
    const part = partOf(ids[at] as MessageId);
    parts.push(part);
    at = firstFrom(ids, part + LAST, at);
  }
  return parts;
}

function inPart(source: Source, part: string, { order, after }: Walk): Source {
  const { ids } = source;
  const [from, to] = [firstFrom(ids, part), firstFrom(ids, part + LAST)];
  if (after === undefined) return { ...source, from, to };
  return order === "oldest"
    ? { ...source, from: Math.max(from, firstFrom(ids, `${after}\0`)), to }
    : { ...source, from, to: Math.min(to, firstFrom(ids, after)) };
}
