import { setImmediate as pause } from "node:timers/promises";
import type { Message, MessageHead, MessageId, RoleId, ScrollOptions, UnreadOptions } from "#store/mail-store.ts";
import { archivedFile } from "./archive-parts.ts";
import { listClaims } from "./claims.ts";
import { type NoteShelf, openNotes } from "./delivery-notes.ts";
import type { FolderLists } from "./folder-lists.ts";
import { readMessage } from "./message-file.ts";
import { BATCH, foldersOf, messageFile } from "./role-folders.ts";
import type { Site } from "./site.ts";
import { listUnread } from "./unread.ts";
import { claimed, type Listed, listMail, type MailList, walkMail } from "./walk-mail.ts";

/** A message's state is where it lies, and while it is unread what was noted of it. One is held at a time. */
export async function* scrollMessages(
  site: Site,
  roles: readonly RoleId[],
  { lists, order = "oldest", after, known, archived }: ScrollOptions & { lists: FolderLists },
): AsyncGenerator<Message> {
  const notes = noteShelves(site);
  const mail = (await listMail(site, roles, lists)).map((one) => only(one, archived));
  let count = 0;
  for await (const listed of walkMail(mail, { order, after }, lists)) {
    if (++count % BATCH === 0) await pause();
    const message = known?.has(listed.id) ? undefined : await readListed(site, listed, notes);
    if (message) yield message;
  }
}

function only(mail: MailList, archived: boolean | undefined): MailList {
  if (archived === undefined) return mail;
  return archived ? { ...mail, waiting: new Map() } : { ...mail, archive: { parts: [], loose: [] } };
}

/** Looks where a message may lie, role by role: the cost does not depend on how much mail there is. */
export async function findMessage(site: Site, roles: readonly RoleId[], id: MessageId): Promise<Message | undefined> {
  for (const role of roles) {
    const folders = foldersOf(site, role);
    const listed: Listed = { id, folders, state: "unread", file: messageFile(folders.inbox, id) };
    const found = await readListed(site, listed, () => openNotes(site, role, 1));
    if (found) return found;
  }
  return undefined;
}

/** Unread mail as it lies there; damaged files are passed over and left to `take`. */
export async function unreadMessages(
  site: Site,
  role: RoleId,
  { known, among, maxText = Number.POSITIVE_INFINITY }: UnreadOptions,
): Promise<Message[]> {
  const folders = foldersOf(site, role);
  const unread = among
    ? among.toSorted().map((id) => ({ id, file: messageFile(folders.inbox, id) }))
    : (await listUnread(site, folders)).unread;
  const files = unread.filter(({ id }) => !known?.has(id));
  const notes = await openNotes(site, role, files.length);
  const messages: Message[] = [];
  for (const [index, file] of files.entries()) {
    if (index % BATCH === BATCH - 1) await pause();
    const found = readMessage(file.file, { id: file.id, to: role });
    if (!found || !("message" in found)) continue;
    found.message.body = beginning(found.message.body, maxText);
    messages.push(shown(found.message, { ...file, state: "unread" }, notes));
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

/** Undefined for a damaged file, and for what was let go of since it was listed. */
async function readListed(site: Site, listed: Listed, notes: Notes): Promise<Message | undefined> {
  const { id, folders, file, state } = listed;
  const found = readMessage(file, { id, to: folders.role });
  if (!found) {
    const moved = await whereNow(site, listed);
    return moved && readListed(site, moved, notes);
  }
  if ("damage" in found) return undefined;
  return shown(found.message, listed, state === "unread" ? await notes(folders.role) : noNotes);
}

/** Mail only moves on: from the inbox to a claim, perhaps to another, and to the archive. */
async function whereNow(site: Site, { id, folders, file, state }: Listed): Promise<Listed | undefined> {
  const claims = state === "acked" ? [] : await listClaims(site, folders);
  const claim = claims.find((other) => other.id === id && other.file !== file);
  if (claim) return claimed(folders, claim);
  const archived = archivedFile(folders, id);
  return archived === undefined || archived === file ? undefined : { id, folders, state: "acked", file: archived };
}

/** What was noted before a reader took a message says nothing of it once it is unread again. */
export function shown<M extends MessageHead>(
  message: M,
  { id, state, again }: Pick<Listed, "id" | "state" | "again">,
  notes: NoteShelf,
): M {
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
