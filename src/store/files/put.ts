import { closeSync, fsync, linkSync, openSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { OvldError, systemCode } from "#base/errors.ts";
import type { Durability } from "#base/files.ts";
import type { Message } from "#store/mail-store.ts";
import { fateOf } from "./claims.ts";
import { encode, isMessage } from "./message-file.ts";
import { MAX_FILE_BYTES } from "./plain-file.ts";
import { foldersOf, messageFile } from "./role-folders.ts";
import { folderIn, isGone, type Site, storeFailure } from "./site.ts";
import { removeQuietly, writeTemporary } from "./temporary.ts";

interface PutOptions {
  durability: Durability;
  /** The id was given just now, so it is stored nowhere yet. */
  fresh: boolean;
}

const syncFile = promisify(fsync);

export async function putMessage(site: Site, message: Message, { durability, fresh }: PutOptions): Promise<void> {
  const text = encode(message);
  requireReadable(message, text);
  const target = messageFile(folderIn(site, "inbox", message.to), message.id);
  try {
    const isStored = !fresh && (await fateOf(site, foldersOf(site, message.to), message.id)) !== "unknown";
    const isNew = !isStored && (await store(site, text, { target, durability, fresh }));
    if (!isNew && durability === "power") await syncAgain(target);
  } catch (error) {
    throw storeFailure(site, "write", target, error);
  }
}

/** What could not be read back must not be acknowledged. */
function requireReadable(message: Message, text: string): void {
  if (!isMessage(message)) throw new OvldError("bug", { reason: "put was given what is not a message" });
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_FILE_BYTES) throw new OvldError("body-too-long", { limit: MAX_FILE_BYTES });
}

/**
 * Name first, disk second: the content is whole before it gets its name, and then file and folder go to disk
 * together, in one commit of the journal instead of two. A power cut before that takes an unacknowledged message.
 */
async function store(site: Site, text: string, { target, durability, fresh }: PutOptions & { target: string }) {
  const { path, handle } = await writeTemporary(site, target, text);
  try {
    if (!(fresh ? rename(path, target) : linkIfFree(path, target))) return false;
    if (durability === "power") await syncWithFolder(handle, target).catch((error) => withdraw(target, error));
    return true;
  } finally {
    closeSync(handle);
  }
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

/** link(2) refuses a name that is taken, at the price of a second change to the folder. */
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

async function syncWithFolder(handle: number, target: string): Promise<void> {
  const folder = openSync(dirname(target), "r");
  try {
    const results = await Promise.allSettled([syncFile(handle), syncFile(folder)]);
    for (const result of results) if (result.status === "rejected") throw result.reason;
  } finally {
    closeSync(folder);
  }
}

/** The put before this one may have died before its message was on disk. */
async function syncAgain(target: string): Promise<void> {
  try {
    const handle = openSync(target, "r");
    await syncWithFolder(handle, target).finally(() => closeSync(handle));
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

function withdraw(target: string, error: unknown): never {
  removeQuietly(target);
  throw error;
}
