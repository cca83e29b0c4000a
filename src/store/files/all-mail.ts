import { setImmediate as pause } from "node:timers/promises";
import type { Message, MessageHead, MessageId, RoleId } from "#mail/message.ts";
import type { ScrollOptions, UnreadOptions } from "#store/mail-store.ts";
import { archivedFile } from "./archive-parts.ts";
import { listClaims } from "./claims.ts";
import { type NoteShelf, openNotes } from "./delivery-notes.ts";
import type { FolderLists } from "./folder-lists.ts";
import { fileOf, type Listed, type MailPlace } from "./listed.ts";
import { readMessage } from "./message-file.ts";
import { BATCH, foldersOf, type RoleFolders } from "./role-folders.ts";
import type { Site } from "./site.ts";
import { findUnread, listUnread } from "./unread.ts";
import { claimed, listMail, type MailList, walkMail } from "./walk-mail.ts";

/** The state of a message follows from its folder and, while it is unread, from its note. One is held at a time. */
export async function* scrollMessages(
  site: Site,
  readers: () => Iterable<RoleFolders>,
  { lists, order = "oldest", after, known, archived }: ScrollOptions & { lists: FolderLists },
): AsyncGenerator<Message> {
  const notes = noteShelves(site);
  const mail = (await listMail(site, readers(), lists)).map((one) => only(one, archived));
  let count = 0;
  for await (const portion of walkMail(mail, { order, after }, lists))
    for (const listed of portion) {
      if (++count % BATCH === 0) await pause();
      if (known?.has(listed.id)) continue;
      const message = readArchived(listed) ?? (await readListed(site, listed, notes));
      if (message) yield message;
    }
}

function only(mail: MailList, archived: boolean | undefined): MailList {
  if (archived === undefined) return mail;
  return archived ? { ...mail, waiting: [] } : { ...mail, archive: { parts: [], loose: [] } };
}

/** Looks where a message may lie, role by role: the cost does not depend on how much mail there is. */
export async function findMessage(
  site: Site,
  readers: Iterable<RoleFolders>,
  { id, to }: { id: MessageId; to: RoleId | undefined },
): Promise<Message | undefined> {
  for (const folders of readers) {
    if (to !== undefined && folders.role !== to) break;
    const listed: Listed = { id, place: { folders, state: "unread", folder: folders.inbox } };
    const found = await readListed(site, listed, () => openNotes(site, folders.role, 1));
    if (found) return found;
  }
  return undefined;
}

/** Damaged files are passed over, and left to `take`. */
export async function unreadMessages(
  site: Site,
  role: RoleId,
  { known, among, maxText = Number.POSITIVE_INFINITY }: UnreadOptions,
): Promise<Message[]> {
  const folders = foldersOf(site, role);
  const files = among
    ? await findUnread(site, folders, { ids: among, known })
    : (await listUnread(site, folders, { known })).unread;
  const notes = await openNotes(site, role, files.length);
  const messages: Message[] = [];
  for (const [index, file] of files.entries()) {
    if (index % BATCH === BATCH - 1) await pause();
    const found = readMessage(fileOf(file), { id: file.id, to: role });
    if (!found || !("message" in found)) continue;
    found.message.body = beginning(found.message.body, maxText);
    messages.push(shown(found.message, file.place, notes));
  }
  return messages;
}

/** A copy: V8 keeps the whole text in memory for a slice of it. */
function beginning(text: string, length: number): string {
  return text.length <= length ? text : (JSON.parse(JSON.stringify(text.slice(0, length))) as string);
}

export type Notes = (role: RoleId) => Promise<NoteShelf>;

/** The notes of a role are listed when the first of its unread mail is read. */
export function noteShelves(site: Site): Notes {
  const shelves = new Map<RoleId, Promise<NoteShelf>>();
  return (role) => {
    const shelf = shelves.get(role) ?? openNotes(site, role);
    shelves.set(role, shelf);
    return shelf;
  };
}

const noNotes: NoteShelf = { of: () => undefined };

/** Without a promise, which would be most of the garbage of a long scroll; undefined where more than the file is looked at. */
function readArchived(listed: Listed): Message | undefined {
  const { folders, state } = listed.place;
  if (state !== "acked") return undefined;
  const found = readMessage(fileOf(listed), { id: listed.id, to: folders.role });
  return found && "message" in found ? shown(found.message, listed.place, noNotes) : undefined;
}

/** Undefined for a damaged file, and for what was let go of since it was listed. */
async function readListed(site: Site, listed: Listed, notes: Notes): Promise<Message | undefined> {
  const { folders, state } = listed.place;
  const found = readMessage(fileOf(listed), { id: listed.id, to: folders.role });
  if (!found) return readMoved(site, listed, notes);
  if ("damage" in found) return undefined;
  return shown(found.message, listed.place, state === "unread" ? await notes(folders.role) : noNotes);
}

/** Mail only moves on: from the inbox to a claim, perhaps to another, and to the archive. */
async function readMoved(site: Site, listed: Listed, notes: Notes): Promise<Message | undefined> {
  const { id, place } = listed;
  const file = fileOf(listed);
  const claims = place.state === "acked" ? [] : await listClaims(site, place.folders);
  const claim = claims.find((other) => other.id === id && other.file !== file);
  if (claim) return readListed(site, claimed(place.folders, claim), notes);
  const archived = archivedFile(place.folders, id);
  if (archived === undefined || archived === file) return undefined;
  return readListed(site, { id, place: { ...place, state: "acked", file: archived } }, notes);
}

/** A note from before a reader took the message has no meaning once it is unread again. */
export function shown<M extends MessageHead>(
  message: M,
  { state, again }: Pick<MailPlace, "state" | "again">,
  notes: NoteShelf,
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
