import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, open, readdir, rename, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { OvldError, reasonOf, systemCode } from "#errors/ovld-error.ts";

/** "power" survives a power cut (fsync of file and folder), "process" survives the death of any process. */
export type Durability = "power" | "process";

export interface WriteOptions {
  mode?: number;
  durability?: Durability;
}

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/**
 * Replaces `file` atomically: a reader, and the next boot, sees the old content or the new. On failure the old content
 * stays and no temporary file is left.
 */
export async function writeAtomically(file: string, content: string | Uint8Array, options: WriteOptions = {}) {
  const temporary = temporaryBeside(file);
  try {
    await writeNew(temporary, content, options);
    if (options.durability === "process") renameSync(temporary, file);
    else {
      await rename(temporary, file);
      await syncFolder(dirname(file));
    }
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw fileFailure("write", file, error);
  }
}

/**
 * Creates `file`, which must not exist yet, with its whole content on disk. Without an fsync the calls are synchronous:
 * each takes some microseconds, and a tenth of a millisecond through Node's thread pool.
 */
export async function writeNew(file: string, content: string | Uint8Array, options: WriteOptions = {}) {
  const { mode = PRIVATE_FILE, durability } = options;
  if (durability === "process") {
    const descriptor = openSync(file, "wx", mode);
    try {
      writeFileSync(descriptor, content);
    } finally {
      closeSync(descriptor);
    }
    return;
  }
  const handle = await open(file, "wx", mode);
  await finish(handle, async () => {
    await handle.writeFile(content);
    await handle.sync();
  });
}

/** Agents can create FIFOs in many folders; opening one must not block. */
const READ = constants.O_RDONLY | constants.O_NONBLOCK;

/** The file's text, or undefined when there is no such file. */
export async function readText(
  file: string,
  { followLink = true, maxBytes = Number.POSITIVE_INFINITY } = {},
): Promise<string | undefined> {
  try {
    const handle = await open(file, READ | (followLink ? 0 : constants.O_NOFOLLOW));
    return await finish(handle, async () => {
      const found = await handle.stat();
      requirePlain(found);
      if (found.size > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
      return decodeText(file, await handle.readFile());
    });
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw fileFailure("read", file, error);
  }
}

/** Like `readText`, but synchronous, for start-up. ENOTDIR also counts as a missing file. */
export function readTextNow(file: string): string | undefined {
  try {
    const descriptor = openSync(file, READ);
    try {
      requirePlain(fstatSync(descriptor));
      return decodeText(file, readFileSync(descriptor));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR") return undefined;
    throw fileFailure("read", file, error);
  }
}

function requirePlain(found: Stats): void {
  if (!found.isFile()) throw new Error("it is not a plain file");
}

/** Names in a folder; empty without the folder. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw fileFailure("read", folder, error);
  }
}

/** Makes a folder and its parents, closed to other users. Node's own `recursive` loops forever below /proc. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    makeWithParents(folder);
  } catch (error) {
    throw fileFailure("write", folder, error);
  }
}

/** Synchronous, because a store has some fifty folders. */
function makeWithParents(folder: string): void {
  try {
    makeOne(folder);
  } catch (error) {
    if (systemCode(error) !== "ENOENT" || dirname(folder) === folder) throw error;
    makeWithParents(dirname(folder));
    makeOne(folder);
  }
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: PRIVATE_FOLDER });
  } catch (error) {
    if (systemCode(error) !== "EEXIST" || !isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Renames a damaged file, bytes untouched, and returns its new name. */
export async function setAside(file: string, at: number): Promise<string> {
  const aside = `${file}.damaged-${new Date(at).toISOString().replaceAll(/[:.]/g, "-")}-${randomBytes(3).toString("hex")}`;
  try {
    await rename(file, aside);
  } catch (error) {
    throw fileFailure("write", file, error);
  }
  return aside;
}

/** Makes renames and removals in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  await finish(handle, () => handle.sync());
}

export function fileFailure(action: "read" | "write" | "remove", file: string, error: unknown): OvldError {
  if (error instanceof OvldError) return error;
  return new OvldError("file-failed", { file, action, reason: reasonOf(error), cause: error });
}

/** Unique and hidden: listings that skip names with a leading dot never see a partial file. */
export function temporaryBeside(file: string): string {
  return join(dirname(file), `.${basename(file).slice(0, 64)}.${process.pid}.${randomBytes(6).toString("hex")}.tmp`);
}

async function finish<T>(handle: FileHandle, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await handle.close();
  }
}

export function decodeText(file: string, bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new OvldError("file-not-text", { file, cause: error });
  }
}
