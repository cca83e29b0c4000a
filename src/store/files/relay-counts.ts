import { closeSync, constants, lstatSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { RoleId } from "#mail/message.ts";
import type { Counted, RelayCounts } from "#store/relay-counts.ts";
import type { RosterFile } from "./roster-file.ts";
import { folderIn, type StoreDir, storeFailure } from "./store-dir.ts";

/** The flags refuse a symlink and a FIFO without a reader. */
const APPEND =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** A count is the size of a file: appending one byte is atomic, so two relays of a role need no lock. */
export function fileCounts(dir: StoreDir, roster: RosterFile): RelayCounts {
  return {
    async add(role, what) {
      roster.requireRole(role);
      const file = countFile(dir, role, what);
      try {
        appendByte(file);
      } catch (error) {
        throw storeFailure(dir, "write", file, error);
      }
    },
    async all(what) {
      return Object.fromEntries(roster.read().roles.map(({ id }) => [id, sizeOf(countFile(dir, id, what))]));
    },
  };
}

function countFile(dir: StoreDir, role: RoleId, what: Counted): string {
  return join(folderIn(dir, "counts"), `${role}.${what}`);
}

function appendByte(file: string): void {
  const descriptor = openSync(file, APPEND, 0o600);
  try {
    writeSync(descriptor, "+");
  } finally {
    closeSync(descriptor);
  }
}

function sizeOf(file: string): number {
  const found = lstatSync(file, { throwIfNoEntry: false });
  return found?.isFile() ? found.size : 0;
}
