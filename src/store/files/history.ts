import { setImmediate as pause } from "node:timers/promises";
import type { Message, MessageId, RoleId } from "#store/mail-store.ts";
import { listClaims } from "./claims.ts";
import { idIn, readMessage } from "./message-file.ts";
import { foldersOf, list, messageFile, type RoleFolders } from "./role-folders.ts";
import type { Site } from "./site.ts";
import { BATCH } from "./take.ts";
import { listUnread } from "./unread.ts";

/** Unread mail as it lies there; damaged files are passed over and left to `take`. */
export async function unreadMessages(site: Site, role: RoleId): Promise<Message[]> {
  const { unread } = await listUnread(site, foldersOf(site, role));
  return readAll(
    role,
    unread.map(({ id, file, again }) => ({ id, file, state: "queued", again })),
  );
}

/** A message's state is where it lies. Places are read in the order in which mail moves, so that none is missed. */
export async function allMessages(
  site: Site,
  roles: readonly RoleId[],
  known: ReadonlySet<MessageId>,
): Promise<Message[]> {
  const messages: Message[] = [];
  for (const role of roles) {
    const folders = foldersOf(site, role);
    const latest = new Map<MessageId, Message>();
    for (const place of [inboxFiles, claimFiles, archiveFiles]) {
      const files = (await place(site, folders)).filter(({ id }) => !known.has(id));
      for (const message of await readAll(role, files)) latest.set(message.id, message);
    }
    messages.push(...latest.values());
  }
  return messages.sort((a, b) => (a.id < b.id ? -1 : 1));
}

interface Kept {
  id: MessageId;
  file: string;
  state: Message["state"];
  again: boolean;
}

async function inboxFiles(site: Site, { inbox }: RoleFolders): Promise<Kept[]> {
  return idsAmong(await list(site, inbox)).map((id) => ({ ...kept(inbox, id), state: "queued" }));
}

async function claimFiles(site: Site, folders: RoleFolders): Promise<Kept[]> {
  const claims = await listClaims(site, folders);
  return claims.map(({ id, file, abandoned }) => ({
    ...{ id, file, again: abandoned },
    state: abandoned ? "queued" : "read",
  }));
}

async function archiveFiles(site: Site, { archive }: RoleFolders): Promise<Kept[]> {
  return idsAmong(await list(site, archive)).map((id) => ({ ...kept(archive, id), state: "read" }));
}

function kept(folder: string, id: MessageId) {
  return { id, file: messageFile(folder, id), again: false };
}

function idsAmong(names: readonly string[]): MessageId[] {
  return names.map(idIn).filter((id) => id !== undefined);
}

async function readAll(role: RoleId, files: readonly Kept[]): Promise<Message[]> {
  const messages: Message[] = [];
  for (const [index, { id, file, state, again }] of files.entries()) {
    if (index % BATCH === BATCH - 1) await pause();
    const found = readMessage(file, { id, to: role });
    if (found && "message" in found) messages.push({ ...found.message, state, ...(again && { redelivered: true }) });
  }
  return messages;
}
