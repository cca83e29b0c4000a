import type { MessageId } from "#store/mail-store.ts";
import { archivedFile } from "./archive-parts.ts";
import { type Claim, listClaims } from "./claims.ts";
import { idIn } from "./message-file.ts";
import { list, messageFile, type RoleFolders } from "./role-folders.ts";
import type { Site } from "./site.ts";

/** A file that holds unread mail: in the inbox, or claimed by a reader that died. */
export interface UnreadFile {
  id: MessageId;
  file: string;
  /** Since when it is unread again, if a reader had it before. */
  again?: number | undefined;
}

export interface Listing {
  /** Oldest first. */
  unread: UnreadFile[];
  /** Names in the inbox that no message has. */
  strangers: string[];
  /** Names that a rename in a power cut left behind: the message has another one, further on. */
  leftovers: string[];
}

/** The kernel hands out a folder in portions of 32 KiB; a smaller one is seen as it is at one moment. */
const ONE_PORTION = 256;
const TRIES = 3;

export async function listUnread(site: Site, folders: RoleFolders): Promise<Listing> {
  const claims = await listClaims(site, folders);
  const names = await listInbox(site, folders.inbox);
  const { unread, leftovers } = leftByReaders(folders, claims);
  const claimed = new Set(claims.map(({ id }) => id));
  const strangers: string[] = [];
  for (const name of names) {
    const id = idIn(name);
    if (id === undefined) strangers.push(name);
    else if (claimed.has(id)) leftovers.push(messageFile(folders.inbox, id));
    else unread.push({ id, file: messageFile(folders.inbox, id) });
  }
  return { unread: unread.sort((a, b) => (a.id < b.id ? -1 : 1)), strangers, leftovers };
}

/**
 * Of several claims to one message one counts, and none beside a living reader's. A second one is not removed: a claim
 * that changes hands may be listed under both names.
 */
function leftByReaders(folders: RoleFolders, claims: readonly Claim[]): Pick<Listing, "unread" | "leftovers"> {
  const done = new Set(claims.filter(({ abandoned }) => !abandoned).map(({ id }) => id));
  const unread: UnreadFile[] = [];
  const leftovers: string[] = [];
  for (const { id, file, since } of claims) {
    if (done.has(id)) continue;
    done.add(id);
    if (archivedFile(folders, id)) leftovers.push(file);
    else unread.push({ id, file, again: since });
  }
  return { unread, leftovers };
}

/**
 * A large folder may show a message and miss the one its sender stored just before. A second look has that one for
 * certain, so what is not older than everything the second look found new has to wait for the next time.
 */
async function listInbox(site: Site, inbox: string): Promise<string[]> {
  let names = await list(site, inbox);
  for (let tries = 0; names.length > ONE_PORTION && tries < TRIES; tries++) {
    const known = new Set(names);
    const again = await list(site, inbox);
    const bound = again.filter((name) => !known.has(name)).sort()[0];
    const sure = bound === undefined ? names : names.filter((name) => name < bound);
    if (sure.length > 0) return sure;
    names = again;
  }
  return names;
}
