import { closeSync, renameSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as pause } from "node:timers/promises";
import { parseJson } from "#base/parse-json.ts";
import { type DeliveryNote, type MessageId, messageStates, type RoleId } from "#mail/message.ts";
import { isMessageId } from "#mail/message-id.ts";
import { partOf } from "./claims.ts";
import { readPlainFile } from "./plain-file.ts";
import { BATCH, foldersOf, list, messageFile } from "./role-folders.ts";
import { folderIn, type StoreDir, storeFailure } from "./store-dir.ts";
import { removeQuietly, writeTemporary } from "./temporary.ts";

/** The notes of one role's unread mail. For more than a few messages, one listing finds those with a note. */
export interface DeliveryNotes {
  of(id: MessageId): DeliveryNote | undefined;
}

const FEW = 128;
const BOUNCE = ".bounce";

/**
 * A note has its own file, so that a lost or damaged note costs no mail. The note need not survive a power cut, because
 * a power cut also ends all agents.
 */
export async function writeNote(dir: StoreDir, role: RoleId, id: MessageId, note: DeliveryNote): Promise<void> {
  const file = messageFile(folderIn(dir, "delivery", role), id);
  await keep(dir, { role, id, file }, `${JSON.stringify(note)}\n`);
  // One notification writes a note for every unread message, so let other work of this process run.
  await pause();
}

export async function openNotes(
  dir: StoreDir,
  role: RoleId,
  messages = Number.POSITIVE_INFINITY,
): Promise<DeliveryNotes> {
  const folder = folderIn(dir, "delivery", role);
  if (messages <= FEW) return { of: (id) => noteIn(folder, id) };
  const noted = new Set((await list(dir, folder)).ids);
  return {
    of: (id) => (noted.has(id) ? noteIn(folder, id) : undefined),
  };
}

export function readNote(dir: StoreDir, role: RoleId, id: MessageId): DeliveryNote | undefined {
  return noteIn(folderIn(dir, "delivery", role), id);
}

function noteIn(folder: string, id: MessageId): DeliveryNote | undefined {
  const content = readPlainFile(messageFile(folder, id));
  const note = content && "text" in content ? parseJson(content.text) : undefined;
  return isNote(note) ? note : undefined;
}

/** The reservation has its own file, because a concurrent note would overwrite it. */
export async function reserveBounce(dir: StoreDir, role: RoleId, id: MessageId, bounce: MessageId): Promise<MessageId> {
  const file = bounceFile(dir, role, id);
  const content = readPlainFile(file);
  const reserved = content && "text" in content ? content.text.trim() : undefined;
  if (isMessageId(reserved)) return reserved;
  await keep(dir, { role, id, file }, `${bounce}\n`);
  return bounce;
}

/** Called after delivery: a received message has no note. */
export async function removeNotes(dir: StoreDir, role: RoleId, ids: readonly MessageId[]): Promise<void> {
  const folder = folderIn(dir, "delivery", role);
  for (const [index, id] of ids.entries()) {
    if (index % BATCH === BATCH - 1) await pause();
    removeQuietly(messageFile(folder, id));
    removeQuietly(join(folder, id + BOUNCE));
  }
}

interface KeptFile {
  role: RoleId;
  id: MessageId;
  file: string;
}

async function keep(dir: StoreDir, { role, id, file }: KeptFile, text: string): Promise<void> {
  const { path, handle } = await writeTemporary(dir, file, text);
  closeSync(handle);
  try {
    renameSync(path, file);
  } catch (error) {
    removeQuietly(path);
    throw storeFailure(dir, "write", file, error);
  }
  // A reader that removed the notes before this write does not remove this one.
  const part = await partOf(dir, foldersOf(dir, role), id);
  if (part === "archived" || part === "unknown") removeQuietly(file);
}

function bounceFile(dir: StoreDir, role: RoleId, id: MessageId): string {
  return join(folderIn(dir, "delivery", role), id + BOUNCE);
}

function isNote(value: unknown): value is DeliveryNote {
  if (typeof value !== "object" || value === null) return false;
  const { state, at } = value as Record<string, unknown>;
  const isUnread = state !== "read" && state !== "acked" && messageStates.some((name) => name === state);
  return isUnread && typeof at === "string";
}
