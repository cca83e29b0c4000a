import { closeSync, existsSync, linkSync, renameSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";
import type { Durability } from "#base/files.ts";
import { OvldError, reasonOf, systemCode } from "#errors/ovld-error.ts";
import type { Message } from "#mail/message.ts";
import { timeOf } from "#mail/message-id.ts";
import { locate } from "./claims.ts";
import { clockFile } from "./ids.ts";
import { encode, isMessage, readMessage } from "./message-file.ts";
import { MAX_FILE_BYTES } from "./plain-file.ts";
import { quarantine } from "./quarantine.ts";
import { foldersOf, messageFile } from "./role-folders.ts";
import { folderIn, isGone, type StoreDir, storeFailure } from "./store-dir.ts";
import { syncTogether } from "./sync.ts";
import { removeQuietly, writeTemporary } from "./temporary.ts";

interface PutOptions {
  durability: Durability;
  /** The id is new, so it is stored nowhere yet. */
  fresh: boolean;
}

export async function putMessage(dir: StoreDir, message: Message, { durability, fresh }: PutOptions): Promise<void> {
  const text = encode(message);
  requireReadable(message, text);
  const target = messageFile(folderIn(dir, "inbox", message.to), message.id);
  try {
    const isStored = !fresh && (await isThere(dir, message));
    const isNew = !isStored && (await store(dir, message, { text, target, durability, fresh }));
    if (!isNew && durability === "power") await syncAgain(dir, message);
  } catch (error) {
    throw storeFailure(dir, "write", target, error);
  }
}

/** A message that could not be read back must not be acknowledged. */
function requireReadable(message: Message, text: string): void {
  if (!isMessage(message)) throw new OvldError("bug", { reason: "put was given what is not a message" });
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_FILE_BYTES) throw new OvldError("body-too-long", { limit: MAX_FILE_BYTES });
}

/** A power cut in an earlier put of the same id may have left a file without content. */
async function isThere(dir: StoreDir, { id, to }: Message): Promise<boolean> {
  const there = await locate(dir, foldersOf(dir, to), id);
  if (there.part !== "unread") return there.part !== "unknown";
  const found = readMessage(there.file, { id, to });
  if (!found || "message" in found) return true;
  if (!quarantine(dir, to, there.file, found.damage)) throw new OvldError("store-damaged", { file: there.file });
  return false;
}

interface Storing extends PutOptions {
  text: string;
  target: string;
}

/**
 * Renames first and syncs second: then file and folder are synced together, in one commit of the file system's journal
 * instead of two. A power cut before the sync loses an unacknowledged message.
 */
async function store(dir: StoreDir, message: Message, { text, target, durability, fresh }: Storing): Promise<boolean> {
  const { path, handle } = await writeTemporary(dir, target, text);
  try {
    if (!(fresh ? rename(path, target) : linkIfFree(path, target))) return false;
    if (durability === "power")
      await syncTogether([dirname(target), ...clockBehind(dir, message)], [handle]).catch((error: unknown) =>
        withdraw(dir, message, target, error),
      );
    return true;
  } finally {
    closeSync(handle);
  }
}

/** While the system's clock is behind the ids, only `.clock` ensures that the next id is later. */
function clockBehind(dir: StoreDir, { id }: Message): string[] {
  const clock = clockFile(dir);
  const isAhead = (timeOf(id) ?? 0) > dir.clock.now();
  return isAhead && existsSync(clock) ? [clock, dir.root] : [];
}

function rename(temporary: string, target: string): true {
  try {
    renameSync(temporary, target);
    return true;
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
}

/** link(2) fails for an existing name; unlike rename(2), the folder is changed twice. */
function linkIfFree(temporary: string, target: string): boolean {
  try {
    linkSync(temporary, target);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  } finally {
    removeQuietly(temporary);
  }
}

/** An earlier put of this id may have died before its sync; meanwhile a reader may move the file. */
async function syncAgain(dir: StoreDir, { id, to }: Message): Promise<void> {
  for (;;) {
    const there = await locate(dir, foldersOf(dir, to), id);
    if (there.part === "unknown") return;
    try {
      return await syncTogether([there.file, dirname(there.file)]);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
}

/** A message that a reader has taken counts as delivered; an error would make the sender send it again. */
async function withdraw(dir: StoreDir, { id, to }: Message, target: string, error: unknown): Promise<void> {
  try {
    unlinkSync(target);
  } catch (failure) {
    const isRead = isGone(failure) && (await locate(dir, foldersOf(dir, to), id)).part !== "unknown";
    if (isRead) return dir.log.write("warn", "not-synced", { id, reason: reasonOf(error) });
  }
  throw error;
}
