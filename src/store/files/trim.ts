import { lstatSync } from "node:fs";
import { rm } from "node:fs/promises";
import { setImmediate as pause } from "node:timers/promises";
import { type KeepLimits, trimmed } from "#store/keep-limits.ts";
import type { RoleId } from "#store/mail-store.ts";
import { timeOf } from "#store/message-id.ts";
import { archiveFiles } from "./all-mail.ts";
import { BATCH, foldersOf } from "./role-folders.ts";
import type { Site } from "./site.ts";

/** `lstat` counts room in these, whatever a disk's own blocks are. */
const BLOCK = 512;

interface Archived {
  file: string;
  at: number;
  bytes: number;
}

export async function trimArchives(site: Site, readers: readonly RoleId[], limits: KeepLimits): Promise<number> {
  const { gone, bytes } = trimmed(await archivedBy(site, readers), limits, site.clock.now());
  for (const { file } of gone) await rm(file, { force: true });
  return bytes;
}

/** Oldest first. A small message still takes whole blocks of a disk. */
async function archivedBy(site: Site, readers: readonly RoleId[]): Promise<Archived[]> {
  const archived: Archived[] = [];
  for (const role of readers)
    for (const [index, { id, file }] of (await archiveFiles(site, foldersOf(site, role))).entries()) {
      if (index % BATCH === BATCH - 1) await pause();
      const found = lstatSync(file, { throwIfNoEntry: false });
      if (!found) continue;
      archived.push({ file, at: timeOf(id) ?? found.mtimeMs, bytes: Math.max(found.size, found.blocks * BLOCK) });
    }
  return archived.sort((a, b) => a.at - b.at);
}
