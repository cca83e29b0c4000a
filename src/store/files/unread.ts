import { join } from "node:path";
import type { MessageId } from "#store/mail-store.ts";
import { listClaims } from "./claims.ts";
import { idIn } from "./message-file.ts";
import { list, type RoleFolders } from "./role-folders.ts";
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
}

/** The kernel hands out a folder in portions of 32 KiB; a smaller one is seen as it is at one moment. */
const ONE_PORTION = 256;
const TRIES = 3;

export async function listUnread(site: Site, folders: RoleFolders): Promise<Listing> {
  const abandoned = (await listClaims(site, folders)).filter((claim) => claim.abandoned);
  const names = await listInbox(site, folders.inbox);
  const unread: UnreadFile[] = abandoned.map(({ id, file, since }) => ({ id, file, again: since }));
  const strangers: string[] = [];
  for (const name of names) {
    const id = idIn(name);
    if (id === undefined) strangers.push(name);
    else unread.push({ id, file: join(folders.inbox, name) });
  }
  return { unread: unread.sort((a, b) => (a.id < b.id ? -1 : 1)), strangers };
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
