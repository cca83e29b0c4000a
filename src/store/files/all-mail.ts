import { setImmediate as pause } from "node:timers/promises";
import type { Message, MessageHead, MessageId, RoleId } from "#mail/message.ts";
import type { ScrollOptions, UnreadOptions } from "#store/mail-store.ts";
import { archivedFile } from "./archive-parts.ts";
import { listClaims } from "./claims.ts";
import { type DeliveryNotes, openNotes } from "./delivery-notes.ts";
import type { FolderLists } from "./folder-lists.ts";
import { fileOf, type Listed, type MailLocation } from "./listed.ts";
import { readMessage } from "./message-file.ts";
import { BATCH, foldersOf, type RoleFolders } from "./role-folders.ts";
import type { StoreDir } from "./store-dir.ts";
import { findUnread, listUnread } from "./unread.ts";
import { claimed, listMail, type MailList, walkMail } from "./walk-mail.ts";

/**
 * The state of a message is derived from its folder and, while unread, from its note. One message is held at a time.
 */
export async function* scrollMessages(
  dir: StoreDir,
  readers: () => Iterable<RoleFolders>,
  { lists, order = "oldest", after, known, archived }: ScrollOptions & { lists: FolderLists },
): AsyncGenerator<Message> {
  const notes = openAllNotes(dir);
  const mail = (await listMail(dir, readers(), lists)).map((one) => only(one, archived));
  let count = 0;
  for await (const listed of walkMail(mail, { order, after }, lists)) {
    if (++count % BATCH === 0) await pause();
    if (known?.has(listed.id)) continue;
    const message = readArchived(listed) ?? (await readListed(dir, listed, notes));
    if (message) yield message;
  }
}

function only(mail: MailList, archived: boolean | undefined): MailList {
  if (archived === undefined) return mail;
  return archived ? { ...mail, inbox: [], claims: [] } : { ...mail, archive: { parts: [], loose: [] } };
}

/** Tries the possible paths of the message, role by role, so the cost does not depend on the amount of mail. */
export async function findMessage(
  dir: StoreDir,
  readers: Iterable<RoleFolders>,
  { id, to }: { id: MessageId; to: RoleId | undefined },
): Promise<Message | undefined> {
  for (const folders of readers) {
    if (to !== undefined && folders.role !== to) break;
    const listed: Listed = { id, location: { folders, state: "unread", folder: folders.inbox } };
    const found = await readListed(dir, listed, () => openNotes(dir, folders.role, 1));
    if (found) return found;
  }
  return undefined;
}

/** Skips damaged files; `take` moves them to quarantine. */
export async function unreadMessages(
  dir: StoreDir,
  role: RoleId,
  { known, among, maxText = Number.POSITIVE_INFINITY }: UnreadOptions,
): Promise<Message[]> {
  const folders = foldersOf(dir, role);
  const files = among
    ? await findUnread(dir, folders, { ids: among, known })
    : (await listUnread(dir, folders, { known })).unread;
  const notes = await openNotes(dir, role, files.length);
  const messages: Message[] = [];
  for (const [index, file] of files.entries()) {
    if (index % BATCH === BATCH - 1) await pause();
    const found = readMessage(fileOf(file), { id: file.id, to: role });
    if (!found || !("message" in found)) continue;
    found.message.body = beginning(found.message.body, maxText);
    messages.push(shown(found.message, file.location, notes));
  }
  return messages;
}

/** Copies the slice, because V8 keeps the whole text in memory for a slice of it. */
function beginning(text: string, length: number): string {
  return text.length <= length ? text : (JSON.parse(JSON.stringify(text.slice(0, length))) as string);
}

export type Notes = (role: RoleId) => Promise<DeliveryNotes>;

/** The notes of a role are listed when the first of its unread mail is read. */
export function openAllNotes(dir: StoreDir): Notes {
  const opened = new Map<RoleId, Promise<DeliveryNotes>>();
  return (role) => {
    const notes = opened.get(role) ?? openNotes(dir, role);
    opened.set(role, notes);
    return notes;
  };
}

const noNotes: DeliveryNotes = { of: () => undefined };

/**
 * Synchronous, because promises would be most of the garbage of a long scroll. Undefined for mail that is not archived.
 */
function readArchived(listed: Listed): Message | undefined {
  const { folders, state } = listed.location;
  if (state !== "acked") return undefined;
  const found = readMessage(fileOf(listed), { id: listed.id, to: folders.role });
  return found && "message" in found ? shown(found.message, listed.location, noNotes) : undefined;
}

/** Undefined for a damaged file, and for a message removed since the listing. */
async function readListed(dir: StoreDir, listed: Listed, notes: Notes): Promise<Message | undefined> {
  const { folders, state } = listed.location;
  const found = readMessage(fileOf(listed), { id: listed.id, to: folders.role });
  if (!found) return readMoved(dir, listed, notes);
  if ("damage" in found) return undefined;
  return shown(found.message, listed.location, state === "unread" ? await notes(folders.role) : noNotes);
}

/** A message moves in one direction: from the inbox to a claim, perhaps to another claim, and to the archive. */
async function readMoved(dir: StoreDir, listed: Listed, notes: Notes): Promise<Message | undefined> {
  const { id, location } = listed;
  const file = fileOf(listed);
  const claims = location.state === "acked" ? [] : await listClaims(dir, location.folders);
  const claim = claims.find((other) => other.id === id && other.file !== file);
  if (claim) return readListed(dir, claimed(location.folders, claim), notes);
  const archived = archivedFile(location.folders, id);
  if (archived === undefined || archived === file) return undefined;
  return readListed(dir, { id, location: { ...location, state: "acked", file: archived } }, notes);
}

/** A note from before a reader took the message is invalid once the message is unread again. */
export function shown<M extends MessageHead>(
  message: M,
  { state, again }: Pick<MailLocation, "state" | "again">,
  notes: DeliveryNotes,
): M {
  if (state !== "unread") return { ...message, state };
  const note = notes.of(message.id);
  const delivery = note && (again === undefined || Date.parse(note.at) >= again) ? note : undefined;
  return {
    ...message,
    state: delivery?.state ?? "queued",
    ...(delivery && { delivery }),
    ...(again !== undefined && { redelivered: true }),
  };
}
