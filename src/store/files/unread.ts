import type { MessageId } from "#mail/message.ts";
import type { KnownIds } from "#store/mail-store.ts";
import { archivedFile } from "./archive-parts.ts";
import { type Claim, listClaims } from "./claims.ts";
import type { FolderLists } from "./folder-lists.ts";
import { byId, type Listed, type MailLocation } from "./listed.ts";
import { list, messageFile, type Names, type RoleFolders } from "./role-folders.ts";
import type { StoreDir } from "./store-dir.ts";
import { claimed } from "./walk-mail.ts";

export interface Listing {
  /** Messages in the inbox, or claimed by a dead reader; oldest first. */
  unread: Listed[];
  /** Names in the inbox that are not message names. */
  foreign: string[];
  /** Old names that a power cut during a rename left; the message also has a later name. */
  leftovers: string[];
}

/** Names. The kernel returns a listing in portions of 32 KiB; a smaller one is a consistent snapshot. */
const ONE_PORTION = 256;
const TRIES = 3;

/** All unread messages that are not `known`. */
export async function listUnread(
  dir: StoreDir,
  folders: RoleFolders,
  { known }: { known?: KnownIds | undefined } = {},
): Promise<Listing> {
  const claims = await listClaims(dir, folders);
  const { ids, others } = await listInbox(dir, folders.inbox);
  const { unread, leftovers } = leftByReaders(folders, claims, known);
  const readers = new Set(claims.map(({ id }) => id));
  const location = locationOf(folders);
  for (const id of ids) {
    if (readers.has(id)) leftovers.push(messageFile(folders.inbox, id));
    else if (!known?.has(id)) unread.push({ id, location });
  }
  return { unread: unread.sort(byId), foreign: others, leftovers };
}

/** Oldest first. Reads no file and no archive; an unchanged inbox gives the same array. */
export async function listUnreadIds(
  dir: StoreDir,
  folders: RoleFolders,
  lists: FolderLists,
): Promise<readonly MessageId[]> {
  const abandoned = (await listClaims(dir, folders)).filter((claim) => claim.abandoned).map(({ id }) => id);
  const { ids } = await lists.names(folders.inbox);
  return abandoned.length === 0 ? ids : [...new Set([...abandoned, ...ids])].sort();
}

/** The unread ones of the given messages, in the order of their ids, without listing the inbox. */
export async function findUnread(
  dir: StoreDir,
  folders: RoleFolders,
  { ids, known }: { ids: readonly MessageId[]; known?: KnownIds | undefined },
): Promise<Listed[]> {
  const claims = await listClaims(dir, folders);
  const files = new Map<MessageId, Listed | undefined>(claims.map(({ id }) => [id, undefined]));
  for (const left of leftByReaders(folders, claims, known).unread) files.set(left.id, left);
  const location = locationOf(folders);
  const wanted = known ? ids.filter((id) => !known.has(id)) : ids;
  const found = wanted.map((id) => (files.has(id) ? files.get(id) : { id, location }));
  return found.filter((file) => file !== undefined).sort(byId);
}

function locationOf(folders: RoleFolders): MailLocation {
  return { folders, state: "unread", folder: folders.inbox };
}

/**
 * Of several claims to one message one counts; a living reader's claim takes precedence. A second claim is not removed,
 * because a claim that changes its owner may be listed under both names.
 */
function leftByReaders(
  folders: RoleFolders,
  claims: readonly Claim[],
  known: KnownIds | undefined,
): Pick<Listing, "unread" | "leftovers"> {
  const done = new Set(claims.filter(({ abandoned }) => !abandoned).map(({ id }) => id));
  const unread: Listed[] = [];
  const leftovers: string[] = [];
  for (const claim of claims) {
    if (done.has(claim.id)) continue;
    done.add(claim.id);
    if (archivedFile(folders, claim.id)) leftovers.push(claim.file);
    else if (!known?.has(claim.id)) unread.push(claimed(folders, claim));
  }
  return { unread, leftovers };
}

/**
 * A listing of a large folder may contain a message and miss an earlier one. A second listing certainly contains the
 * earlier one, so only messages older than all new ones of the second listing are returned.
 */
async function listInbox(dir: StoreDir, inbox: string): Promise<Names> {
  let names = await list(dir, inbox);
  for (let tries = 0; names.ids.length + names.others.length > ONE_PORTION && tries < TRIES; tries++) {
    const before = new Set(names.ids);
    const again = await list(dir, inbox);
    const bound = again.ids.reduce<MessageId | undefined>(
      (least, id) => (before.has(id) || (least !== undefined && least < id) ? least : id),
      undefined,
    );
    const sure = bound === undefined ? names.ids : names.ids.filter((id) => id < bound);
    if (sure.length > 0) return { ...names, ids: sure };
    names = again;
  }
  return names;
}
