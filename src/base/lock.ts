import { randomBytes } from "node:crypto";
import { link, unlink } from "node:fs/promises";
import { join } from "node:path";
import { OvldError, systemCode } from "#errors/ovld-error.ts";
import { type Clock, systemClock } from "./clock.ts";
import { fileFailure, namesIn, readText, temporaryBeside, writeNew } from "./files.ts";
import { mayBeAlive, ownIdentity, type ProcessIdentity } from "./process-identity.ts";

export interface LockOptions {
  timeLimit?: number;
  signal?: AbortSignal | undefined;
  clock?: Clock;
}

const NONCE_LENGTH = 24;

interface Holder extends ProcessIdentity {
  nonce: string;
}

/**
 * Runs `work` while no other process runs under the same lock file. A lock is broken only when its process is certainly
 * gone, so a holder killed with -9 does not block the next one.
 */
export async function withLock<T>(file: string, work: () => Promise<T>, options: LockOptions = {}): Promise<T> {
  const own = await acquire(file, options);
  try {
    return await work();
  } finally {
    await removeOwn(file, own);
  }
}

/** A lock file that another process has broken and now holds is not removed. */
async function removeOwn(file: string, own: Holder): Promise<void> {
  if (nonceOf(await readHolder(file)) !== own.nonce) return;
  await unlink(file).catch((error: unknown) => {
    // The whole folder may have been removed.
    if (systemCode(error) !== "ENOENT") throw fileFailure("remove", file, error);
  });
}

/** Lock files and temporary files of certainly ended processes; empty if the folder is missing. */
export async function staleLocksIn(folder: string, prefix = ""): Promise<string[]> {
  const names = await namesIn(folder);
  const locks = names.filter((name) => name.includes(".lock") && name.replace(/^\./, "").startsWith(prefix)).sort();
  const stale = await Promise.all(locks.map(async (name) => ((await holderIsGone(join(folder, name))) ? [name] : [])));
  return stale.flat().map((name) => join(folder, name));
}

/** Removes a lock file of a certainly ended process; a lock taken meanwhile stays. */
export async function removeStaleLock(file: string): Promise<void> {
  const holder = await readHolder(file);
  if (holder && (await isStale(holder))) await removeStale(file, holder, {});
}

async function holderIsGone(file: string): Promise<boolean> {
  // Agents can write to some folders of locks, and a folder or a pipe of such a name is no reason to list no lock.
  const holder = await readHolder(file).catch((error: unknown) => {
    if (!OvldError.is(error, "file-failed")) throw error;
    return undefined;
  });
  // An empty claim is being written.
  if (holder === undefined || (holder === "unreadable" && file.endsWith(".tmp"))) return false;
  return isStale(holder);
}

async function acquire(file: string, options: LockOptions): Promise<Holder> {
  const { timeLimit = 10_000, signal, clock = systemClock } = options;
  const deadline = clock.elapsed() + timeLimit;
  const claim = temporaryBeside(file);
  try {
    const holder: Holder = { ...(await ownIdentity()), nonce: randomBytes(NONCE_LENGTH / 2).toString("hex") };
    await writeNew(claim, JSON.stringify(holder), { durability: "process" });
    for (let pause = 2; !(await tryLink(claim, file)); pause = Math.min(pause * 2, 50)) {
      const other = await readHolder(file);
      if (other && (await isStale(other))) await removeStale(file, other, options);
      else if (signal?.aborted) throw new OvldError("cancelled", {});
      else if (clock.elapsed() >= deadline)
        throw new OvldError("lock-timeout", { file, holder: pidOf(other), ms: timeLimit });
      else await clock.wait(pause * (0.5 + Math.random()), signal);
    }
    return holder;
  } catch (error) {
    throw fileFailure("write", file, error);
  } finally {
    await unlink(claim).catch(() => {});
  }
}

/** link(2) publishes a complete file atomically, so a partial holder is never read. */
async function tryLink(claim: string, file: string): Promise<boolean> {
  try {
    await link(claim, file);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * A second lock, named after the dead holder's nonce, guards the removal. A nonce is used once, so a slow second
 * remover finds another nonce and leaves the new holder alone.
 */
async function removeStale(file: string, dead: Holder | "unreadable", options: LockOptions): Promise<void> {
  // Agents can write some locks: a nonce must not lead to another folder.
  const name = nonceOf(dead)?.replaceAll(/\W/g, "_").slice(0, NONCE_LENGTH);
  await withLock(
    `${file}.${name}`,
    async () => {
      if (nonceOf(await readHolder(file)) === nonceOf(dead)) await unlink(file);
    },
    options,
  );
}

async function readHolder(file: string): Promise<Holder | "unreadable" | undefined> {
  try {
    const text = await readText(file);
    if (text === undefined) return undefined;
    const holder = JSON.parse(text) as Holder;
    const words = [holder.nonce, holder.space, holder.started ?? ""];
    if (typeof holder.pid === "number" && words.every((word) => typeof word === "string")) return holder;
  } catch (error) {
    if (OvldError.is(error, "file-failed")) throw error;
  }
  // Only a power cut leaves an empty lock file; no process of this boot holds it.
  return "unreadable";
}

async function isStale(holder: Holder | "unreadable"): Promise<boolean> {
  return holder === "unreadable" || !(await mayBeAlive(holder));
}

function nonceOf(holder: Holder | "unreadable" | undefined): string | undefined {
  return typeof holder === "object" ? holder.nonce : holder;
}

function pidOf(holder: Holder | "unreadable" | undefined): string {
  return typeof holder === "object" ? String(holder.pid) : "?";
}
