import { setImmediate as pause } from "node:timers/promises";
import type { Message, MessageHead, MessageId, RoleId, UnreadOptions } from "#store/mail-store.ts";
import { listClaims } from "./claims.ts";
import { type NoteShelf, openNotes } from "./delivery-notes.ts";
import { idIn, readMessage } from "./message-file.ts";
import { BATCH, foldersOf, list, messageFile, type RoleFolders } from "./role-folders.ts";
import type { Site } from "./site.ts";
import { listUnread } from "./unread.ts";

/**
 * A message's state is where it lies, and while it is unread what was noted of it. Places are read in the order in
 * which mail moves, so that none is missed.
 */
export async function allMessages(
  site: Site,
  roles: readonly RoleId[],
  known: ReadonlySet<MessageId>,
): Promise<Message[]> {
  const messages: Message[] = [];
  for (const role of roles) {
    const folders = foldersOf(site, role);
    const notes = await openNotes(site, role);
    const latest = new Map<MessageId, Message>();
    for (const place of [inboxFiles, claimFiles, archiveFiles]) {
      const files = (await place(site, folders)).filter(({ id }) => !known.has(id));
      for (const message of await readAll(files, role, notes)) latest.set(message.id, message);
    }
    messages.push(...latest.values());
  }
  return messages.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Only names are held: what they lead to is read one by one. */
export async function* scrollMessages(site: Site, roles: readonly RoleId[]): AsyncGenerator<Message> {
  const found: { kept: Kept; folders: RoleFolders; notes: NoteShelf }[] = [];
  for (const role of roles) {
    const folders = foldersOf(site, role);
    const notes = await openNotes(site, role);
    const latest = new Map<MessageId, Kept>();
    for (const place of [inboxFiles, claimFiles, archiveFiles])
      for (const kept of await place(site, folders)) latest.set(kept.id, kept);
    for (const kept of latest.values()) found.push({ kept, folders, notes });
  }
  found.sort((a, b) => (a.kept.id < b.kept.id ? -1 : 1));
  for (const [index, { kept, folders, notes }] of found.entries()) {
    if (index % BATCH === BATCH - 1) await pause();
    // What was read meanwhile has moved on.
    const archived: Kept = { id: kept.id, file: messageFile(folders.archive, kept.id), state: "acked" };
    const [message] = [
      ...(await readAll([kept], folders.role, notes)),
      ...(await readAll([archived], folders.role, notes)),
    ];
    if (message) yield message;
  }
}

/** Unread mail as it lies there; damaged files are passed over and left to `take`. */
export async function unreadMessages(
  site: Site,
  role: RoleId,
  { known = new Set(), among }: UnreadOptions,
): Promise<Message[]> {
  const folders = foldersOf(site, role);
  const unread = among
    ? among.toSorted().map((id) => ({ id, file: messageFile(folders.inbox, id) }))
    : (await listUnread(site, folders)).unread;
  const files: Kept[] = unread.filter(({ id }) => !known.has(id)).map((file) => ({ ...file, state: "unread" }));
  return readAll(files, role, await openNotes(site, role, files.length));
}

export interface Kept {
  id: MessageId;
  file: string;
  state: "unread" | "read" | "acked";
  /** Since when it is unread again, because its reader died or gave it back. */
  again?: number | undefined;
}

export async function inboxFiles(site: Site, { inbox }: RoleFolders): Promise<Kept[]> {
  return idsAmong(await list(site, inbox)).map((id) => ({ id, file: messageFile(inbox, id), state: "unread" }));
}

export async function claimFiles(site: Site, folders: RoleFolders): Promise<Kept[]> {
  const claims = await listClaims(site, folders);
  return claims.map(({ id, file, since, abandoned }) =>
    abandoned ? { id, file, state: "unread", again: since } : { id, file, state: "read" },
  );
}

export async function archiveFiles(site: Site, { archive }: RoleFolders): Promise<Kept[]> {
  return idsAmong(await list(site, archive)).map((id) => ({ id, file: messageFile(archive, id), state: "acked" }));
}

function idsAmong(names: readonly string[]): MessageId[] {
  return names.map(idIn).filter((id) => id !== undefined);
}

async function readAll(files: readonly Kept[], role: RoleId, notes: NoteShelf): Promise<Message[]> {
  const messages: Message[] = [];
  for (const [index, kept] of files.entries()) {
    if (index % BATCH === BATCH - 1) await pause();
    const found = readMessage(kept.file, { id: kept.id, to: role });
    if (found && "message" in found) messages.push(shown(found.message, kept, notes));
  }
  return messages;
}

/** What was noted before a reader took a message says nothing of it once it is unread again. */
export function shown<M extends MessageHead>(message: M, { id, state, again }: Kept, notes: NoteShelf): M {
  if (state !== "unread") return { ...message, state };
  const note = notes.of(id);
  const delivery = note && (again === undefined || Date.parse(note.at) >= again) ? note : undefined;
  return {
    ...message,
    state: delivery?.state ?? "queued",
    ...(delivery && { delivery }),
    ...(again !== undefined && { redelivered: true }),
  };
}
