import { chmodSync } from "node:fs";
import { join } from "node:path";
import { fileFailure, makeFolder, syncFolder } from "#base/files.ts";
import { together } from "#base/together.ts";
import { USER } from "#mail/message.ts";
import type { Roster } from "#mail/roster.ts";
import { type RosterFile, requireRoleIds } from "./roster-file.ts";
import { initialStatus, writeStatus } from "./status.ts";
import { CLOSED, folderIn, type StoreDir } from "./store-dir.ts";

/**
 * Makes missing folders and keeps existing mail. The roster is written last, so its presence means a complete store.
 */
export async function initialiseStore(dir: StoreDir, rosterFile: RosterFile, roster: Roster): Promise<void> {
  requireRoleIds(roster);
  const roles = roster.roles.map(({ id }) => id);
  const readers = [...roles, USER];
  const perRole = ["inbox", "delivery", "archive", "quarantine"];
  const shared = [...perRole, "status", "pending", "counts", "mcp", CLOSED, ".tmp"];
  // Level by level: each folder is private before its content is created.
  const levels = [
    [[]],
    shared.map((name) => [name]),
    readers.flatMap((reader) => perRole.map((name) => [name, reader])),
    readers.map((reader) => ["archive", reader, ".claims"]),
  ];
  for (const level of levels) await together(level.map((parts) => makePrivate(dir, parts)));

  const { durability } = roster.settings;
  // A missing status is read as the initial one.
  const now = dir.clock.now();
  await together(roles.map((role) => writeStatus(dir, initialStatus(role, now), { durability: "process" })));
  if (durability === "power") await syncAll(dir, readers);
  await rosterFile.write(roster);
}

async function makePrivate(dir: StoreDir, parts: readonly string[]): Promise<void> {
  await makeFolder(join(dir.root, ...parts));
  const folder = folderIn(dir, ...parts);
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    throw fileFailure("write", folder, error);
  }
}

/** A folder's own name is on disk only after its parent is synced. */
async function syncAll(dir: StoreDir, readers: readonly string[]): Promise<void> {
  const perReader = readers.map((reader) => join("archive", reader));
  const parts = ["../..", "..", "", "inbox", "archive", "quarantine", ...perReader];
  await together(parts.map((part) => syncFolder(join(dir.root, part))));
}
