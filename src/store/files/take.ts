import { join } from "node:path";
import { setImmediate as pause } from "node:timers/promises";
import { type Durability, writeAtomically } from "#base/files.ts";
import type { ProcessIdentity } from "#base/process-identity.ts";
import { OvldError, reasonOf } from "#errors/ovld-error.ts";
import type { Message, MessageId, RoleId } from "#mail/message.ts";
import type { RelaySettings } from "#mail/roster.ts";
import type { Taken } from "#store/mail-store.ts";
import { partOf } from "./archive-parts.ts";
import { archive, claim, listClaims, release } from "./claims.ts";
import { removeNotes } from "./delivery-notes.ts";
import { fileOf, type Listed } from "./listed.ts";
import { encode, readMessage } from "./message-file.ts";
import { clearUpTo } from "./pending.ts";
import { quarantine } from "./quarantine.ts";
import { BATCH, foldersOf, type RoleFolders } from "./role-folders.ts";
import { isGone, type StoreDir, storeFailure } from "./store-dir.ts";
import { syncTogether } from "./sync.ts";
import { removeQuietly } from "./temporary.ts";
import { listUnread } from "./unread.ts";

export interface TakeOptions {
  maxBytes: number;
  settings: Pick<RelaySettings, "durability" | "lang">;
}

interface Claimed {
  message: Message;
  file: string;
}

/** Reads before claiming, because a damaged file must not become a claim. */
export async function takeMessages(dir: StoreDir, role: RoleId, { maxBytes, settings }: TakeOptions): Promise<Taken> {
  const folders = foldersOf(dir, role);
  const { unread, foreign, leftovers } = await listUnread(dir, folders);
  for (const file of leftovers) removeQuietly(file);
  for (const name of foreign) quarantine(dir, role, join(folders.inbox, name), "not a message's name");

  const owner = await dir.owner();
  const claimed: Claimed[] = [];
  let bytes = 0;
  let left = unread.length;
  try {
    for (const { file, message, size, rest, isBack } of readable(dir, role, unread)) {
      left = rest;
      if (claimed.length > 0 && bytes + size > maxBytes) return taken(dir, folders, { claimed, left, ...settings });
      const own = claim(dir, folders, { id: message.id, file, owner });
      if (own === undefined) continue;
      claimed.push({ file: own, message });
      bytes += size;
      if (isBack) await keepMark(dir, own, message, settings.durability);
      if (claimed.length % BATCH === 0) await pause();
    }
  } catch (error) {
    if (claimed.length === 0) throw error;
    // Claimed mail must reach its reader. The next call gets the failure again and throws it.
    dir.log.write("error", "take-stopped", { role, left, reason: reasonOf(error) });
    return taken(dir, folders, { claimed, left, ...settings });
  }
  return taken(dir, folders, { claimed, left: 0, ...settings });
}

export async function releaseMessages(dir: StoreDir, role: RoleId, ids: readonly MessageId[]): Promise<void> {
  const folders = foldersOf(dir, role);
  const owner = ownedBy(await dir.owner());
  for (const claim of await listClaims(dir, folders))
    if (ids.includes(claim.id) && ownedBy(claim.owner) === owner) release(dir, folders, claim);
}

interface Claiming extends Pick<RelaySettings, "durability" | "lang"> {
  claimed: readonly Claimed[];
  left: number;
}

/**
 * Claims are synced before the messages are returned; else a power cut returns them to the inbox, unmarked. A failed
 * sync is only logged, because claimed mail must reach its reader.
 */
async function taken(
  dir: StoreDir,
  folders: RoleFolders,
  { claimed, left, lang, durability }: Claiming,
): Promise<Taken> {
  if (claimed.length > 0 && durability === "power")
    await syncTogether([folders.claims, folders.inbox]).catch((error: unknown) =>
      dir.log.write("error", "claims-not-synced", { role: folders.role, reason: reasonOf(error) }),
    );
  const tidy = async (newest: MessageId, ids: readonly MessageId[]) => {
    await removeNotes(dir, folders.role, ids);
    await clearUpTo(dir, folders.role, { upTo: newest, lang });
  };
  return {
    messages: claimed.map(({ message }) => message),
    left,
    async acknowledge() {
      for (const [index, { message, file }] of claimed.entries()) {
        if (index % BATCH === BATCH - 1) await pause();
        archive(dir, folders, { id: message.id, file });
      }
      const ids = claimed.map(({ message }) => message.id);
      const newest = ids.at(-1);
      if (newest === undefined) return;
      if (durability === "power") await syncArchive(dir, folders, ids);
      await tidy(newest, ids).catch(unlessDismissed);
    },
  };
}

/** Syncs also the archive folder, because the name of a new part may not be on disk yet. */
async function syncArchive(dir: StoreDir, folders: RoleFolders, ids: readonly MessageId[]): Promise<void> {
  const { archive, claims } = folders;
  const parts = new Set(ids.map((id) => join(archive, partOf(id))));
  try {
    await syncTogether([...parts, archive, claims]);
  } catch (error) {
    if (!isGone(error)) throw storeFailure(dir, "write", archive, error);
  }
}

/** An acknowledgement also succeeds if the army was dismissed meanwhile. */
function unlessDismissed(error: unknown): void {
  if (!OvldError.is(error, "store-missing")) throw error;
}

/** Each message with its size and the number of remaining files; damaged files are moved to quarantine. */
function* readable(dir: StoreDir, role: RoleId, unread: readonly Listed[]) {
  for (const [index, listed] of unread.entries()) {
    const file = fileOf(listed);
    const found = readMessage(file, { id: listed.id, to: role });
    if (!found) continue;
    if ("damage" in found) {
      quarantine(dir, role, file, found.damage);
      continue;
    }
    found.message.state = "read";
    const isBack = listed.location.again !== undefined;
    if (isBack) found.message.redelivered = true;
    yield { file, message: found.message, size: found.bytes, rest: unread.length - index, isBack };
  }
}

/** A failure loses only the mark in the archive; the reader still gets the marked message. */
async function keepMark(dir: StoreDir, own: string, message: Message, durability: Durability): Promise<void> {
  await writeAtomically(own, encode(message), { durability }).catch((error: unknown) =>
    dir.log.write("warn", "mark-not-kept", { id: message.id, reason: reasonOf(error) }),
  );
}

function ownedBy({ pid, started, space }: ProcessIdentity): string {
  return [pid, started, space].join();
}
