import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { ProcessIdentity } from "#base/process-identity.ts";
import type { MessageId } from "#mail/message.ts";
import { isMessageId } from "#mail/message-id.ts";
import { archivedFile, archiveFolder } from "./archive-parts.ts";
import { SUFFIX } from "./message-file.ts";
import { abandonment, noOwner, type OwnedName, ownedName, parseOwnedName } from "./owned-name.ts";
import { listNow, messageFile, type RoleFolders } from "./role-folders.ts";
import { isGone, type StoreDir, storeFailure } from "./store-dir.ts";

/** A message that a reader took and has not acknowledged. */
export interface Claim {
  id: MessageId;
  file: string;
  owner: ProcessIdentity;
  /** Time of the claim or the release. */
  since: number;
  /** The reader is gone or released the message, which is unread again. */
  abandoned: boolean;
}

/** In the order in which a message moves. */
export type MailPart = "unread" | "claimed" | "archived" | "unknown";

export type Located = { part: Exclude<MailPart, "unknown">; file: string } | { part: "unknown" };

/** All readers' claims are in one folder, so that one listing returns them all. */
export async function listClaims(dir: StoreDir, folders: RoleFolders): Promise<Claim[]> {
  const isAbandoned = abandonment(dir.clock.now());
  const claims: Claim[] = [];
  for (const name of listNow(dir, folders.claims)) {
    const owned = parseClaim(name);
    if (!owned) continue;
    const { label: id, owner, since } = owned;
    claims.push({ id, owner, since, file: join(folders.claims, name), abandoned: await isAbandoned(owned) });
  }
  return claims;
}

/** Moves the file to the claims of `owner`; undefined if another process was faster. */
export function claim(
  dir: StoreDir,
  folders: RoleFolders,
  { id, file, owner }: { id: MessageId; file: string; owner: ProcessIdentity },
): string | undefined {
  const target = join(folders.claims, ownedName({ label: id, since: dir.clock.now(), owner }) + SUFFIX);
  return move(dir, file, target) ? target : undefined;
}

/** A missing claim was taken over by another reader that judged it abandoned. */
export function archive(dir: StoreDir, folders: RoleFolders, { id, file }: { id: MessageId; file: string }): void {
  // Retry, because the archive part may be trimmed between its creation and the move.
  for (let tries = 0; tries < 2 && existsSync(file); tries++) move(dir, file, archiveFolder(dir, folders.role, id));
}

/** Releases the claim for the next reader. */
export function release(dir: StoreDir, folders: RoleFolders, { id, file }: { id: MessageId; file: string }): void {
  claim(dir, folders, { id, file, owner: noOwner });
}

export async function partOf(dir: StoreDir, folders: RoleFolders, id: MessageId): Promise<MailPart> {
  return (await locate(dir, folders, id)).part;
}

export async function locate(dir: StoreDir, folders: RoleFolders, id: MessageId): Promise<Located> {
  const waiting = messageFile(folders.inbox, id);
  if (existsSync(waiting)) return { part: "unread", file: waiting };
  const claim = (await listClaims(dir, folders)).find((candidate) => candidate.id === id);
  if (claim) return { part: claim.abandoned ? "unread" : "claimed", file: claim.file };
  const file = archivedFile(folders, id);
  return file === undefined ? { part: "unknown" } : { part: "archived", file };
}

export function parseClaim(name: string): OwnedName | undefined {
  const owned = name.endsWith(SUFFIX) ? parseOwnedName(name.slice(0, -SUFFIX.length)) : undefined;
  return owned && isMessageId(owned.label) ? owned : undefined;
}

function move(dir: StoreDir, from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw storeFailure(dir, "write", to, error);
  }
}
