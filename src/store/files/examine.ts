import { join } from "node:path";
import { setImmediate as pause } from "node:timers/promises";
import { systemClock } from "#base/clock.ts";
import { silentLog } from "#base/log.ts";
import { ownIdentity } from "#base/process-identity.ts";
import type { RoleId } from "#mail/message.ts";
import type { DamagedFile } from "#store/relay-store.ts";
import { partFolders } from "./archive-parts.ts";
import { parseClaim } from "./claims.ts";
import { folderLists } from "./folder-lists.ts";
import { allReaders } from "./mail.ts";
import { idIn, readMessage, SUFFIX } from "./message-file.ts";
import { quarantine } from "./quarantine.ts";
import { BATCH, foldersOf, list } from "./role-folders.ts";
import { openRosterFile } from "./roster-file.ts";
import type { StoreDir } from "./store-dir.ts";

/** Reads all mail of a store; with `setAside` damaged files are moved to `quarantine`, bytes untouched. */
export async function examineStore(folder: string, { setAside }: { setAside: boolean }): Promise<DamagedFile[]> {
  const dir: StoreDir = { root: folder, log: silentLog, clock: systemClock, owner: ownIdentity };
  const damaged: DamagedFile[] = [];
  for (const role of allReaders(openRosterFile(dir)))
    for await (const found of damagedOf(dir, role)) {
      damaged.push(found);
      if (setAside) quarantine(dir, role, found.file, found.reason);
    }
  return damaged;
}

async function* damagedOf(dir: StoreDir, role: RoleId): AsyncGenerator<DamagedFile> {
  const folders = foldersOf(dir, role);
  const { inbox, claims, archive } = folders;
  const idOf = (location: string, name: string) => (location === claims ? parseClaim(name)?.label : idIn(name));
  const parts = await partFolders(folders, folderLists(dir, { most: 0 }));
  for (const location of [inbox, claims, archive, ...parts])
    for (const [index, name] of (await allNames(dir, location)).entries()) {
      if (index % BATCH === BATCH - 1) await pause();
      const file = join(location, name);
      const reason = parts.includes(file) ? undefined : damageOf(file, idOf(location, name), role);
      if (reason !== undefined) yield { file, reason };
    }
}

async function allNames(dir: StoreDir, folder: string): Promise<string[]> {
  const { ids, others } = await list(dir, folder);
  return [...others, ...ids.map((id) => id + SUFFIX)];
}

function damageOf(file: string, id: string | undefined, to: RoleId): string | undefined {
  if (id === undefined) return "not a message's name";
  const found = readMessage(file, { id, to });
  return found && "damage" in found ? found.damage : undefined;
}
