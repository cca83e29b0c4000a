import { lstatSync, lutimesSync, renameSync, rmdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename } from "node:path";
import { setImmediate as pause } from "node:timers/promises";
import type { RoleId } from "#mail/message.ts";
import { timeOf } from "#mail/message-id.ts";
import { DAY, type KeepLimits, MEGABYTE, trimmed } from "#store/keep-limits.ts";
import { archiveFolder, listArchive, partFolders } from "./archive-parts.ts";
import { folderChange } from "./folder-change.ts";
import { type FolderLists, folderLists } from "./folder-lists.ts";
import { BATCH, foldersOf, messageFile, type RoleFolders } from "./role-folders.ts";
import { isGone, type StoreDir, storeFailure } from "./store-dir.ts";

/** Unit of `blocks` in `lstat`, independent of the disk's block size. */
const BLOCK = 512;

/** One part of one role's archive. */
interface Part {
  name: string;
  folder: string;
  bytes: number;
}

/** Measures an archive part again only if it has changed, so most of a large archive is read once. */
export function archiveTrimmer(dir: StoreDir): (readers: readonly RoleId[], limits: KeepLimits) => Promise<number> {
  // Each part is listed once, so nothing is cached.
  const lists = folderLists(dir, { most: 0 });
  let sizes = new Map<string, { at: bigint; bytes: number }>();

  const partsOf = async (role: RoleId): Promise<Part[]> => {
    const folders = foldersOf(dir, role);
    const { loose } = await listArchive(folders, lists);
    await sortIn(dir, folders, loose);
    const parts: Part[] = [];
    for (const folder of await partFolders(folders, lists)) {
      const { at, isSure } = folderChange(dir, folder);
      const known = sizes.get(folder);
      const bytes = known?.at === at ? known.bytes : sizeOf(await filesIn(folder, lists, dir.clock.now()));
      if (isSure) sizes.set(folder, { at, bytes });
      parts.push({ name: basename(folder), folder, bytes });
    }
    return parts;
  };

  return async (readers, limits) => {
    const now = dir.clock.now();
    const parts: Part[] = [];
    for (const role of readers) parts.push(...(await partsOf(role)));
    const folders = new Set(parts.map(({ folder }) => folder));
    sizes = new Map([...sizes].filter(([folder]) => folders.has(folder)));
    let total = sizeOf(parts);
    for (const name of [...new Set(parts.map((part) => part.name))].sort()) {
      if (total <= limits.megabytes * MEGABYTE && isYoung(name, limits, now)) continue;
      const group = parts.filter((part) => part.name === name);
      const rest = total - sizeOf(group);
      const room = { ...limits, megabytes: limits.megabytes - rest / MEGABYTE };
      total = rest + (await trimGroup(group, room, now, lists));
    }
    return total;
  };
}

/** Trims the parts of the same time together, the oldest message first; returns the bytes of the rest. */
async function trimGroup(group: readonly Part[], room: KeepLimits, now: number, lists: FolderLists): Promise<number> {
  const files: Archived[] = [];
  for (const { folder } of group) files.push(...(await filesIn(folder, lists, now)));
  const { gone, bytes } = trimmed(
    files.sort((a, b) => a.at - b.at),
    room,
    now,
  );
  for (const { file } of gone) await rm(file, { force: true });
  if (gone.length === files.length) for (const { folder } of group) removeIfEmpty(folder);
  return bytes;
}

/** Whether no message of the part can be too old. A clock that was ahead created parts in the future. */
function isYoung(part: string, { days }: KeepLimits, now: number): boolean {
  const began = timeOf(part.padEnd(11, "0"));
  return began !== undefined && began <= now && now - began <= days * DAY;
}

/** ovld 0.1 kept all messages in one folder. */
async function sortIn(dir: StoreDir, { role, archive }: RoleFolders, loose: readonly string[]): Promise<void> {
  for (const [index, id] of loose.entries()) {
    if (index % BATCH === BATCH - 1) await pause();
    const file = messageFile(archive, id);
    try {
      renameSync(file, archiveFolder(dir, role, id));
    } catch (error) {
      if (!isGone(error)) throw storeFailure(dir, "write", file, error);
    }
  }
}

interface Archived {
  file: string;
  at: number;
  bytes: number;
}

/** Counts whole blocks, because a small message takes a whole block. */
async function filesIn(folder: string, lists: FolderLists, now: number): Promise<Archived[]> {
  const archived: Archived[] = [];
  for (const [index, id] of (await lists.names(folder)).ids.entries()) {
    if (index % BATCH === BATCH - 1) await pause();
    const file = messageFile(folder, id);
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (!found) continue;
    archived.push({
      file,
      at: since(file, [timeOf(id), found.mtimeMs], now),
      bytes: Math.max(found.size, found.blocks * BLOCK),
    });
  }
  return archived;
}

function sizeOf(parts: readonly { bytes: number }[]): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** A message archived meanwhile keeps the part's folder. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {}
}

/** A clock that was ahead leaves ids, and perhaps file times, in the future; then the age counts from now. */
function since(file: string, times: readonly (number | undefined)[], now: number): number {
  const past = times.find((time) => time !== undefined && time <= now);
  if (past === undefined) setTime(file, now);
  return past ?? now;
}

function setTime(file: string, now: number): void {
  try {
    lutimesSync(file, now / 1000, now / 1000);
  } catch {
    // Without a settable time the message is trimmed by the size limit.
  }
}
