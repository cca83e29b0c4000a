import { writeAtomically } from "#base/files.ts";
import { formatted, parseFormatted } from "#base/format.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { type RoleId, USER } from "#mail/message.ts";
import type { RelaySettings, Roster } from "#mail/roster.ts";
import { readPlainFile } from "./plain-file.ts";
import { CLOSED, folderIn, rosterFile, type StoreDir } from "./store-dir.ts";

/** The roster on disk, cached because it is fixed for the life of a session. */
export interface RosterFile {
  read(): Roster;
  write(roster: Roster): Promise<void>;
  forget(): void;
  settings(): RelaySettings;
  /** Must be called before a role becomes a part of a path. */
  requireRole(role: RoleId): void;
  /** Throws unless `reader` is a role or the human; must be called before a reader becomes a part of a path. */
  requireReader(reader: RoleId): void;
  isReader(reader: RoleId): boolean;
}

const ROLE_ID = /^[a-z0-9][a-z0-9_-]{0,63}$/;

export function openRosterFile(dir: StoreDir): RosterFile {
  let known: Roster | undefined;
  const read = () => {
    known = readRoster(dir);
    return known;
  };
  const has = (roster: Roster, role: RoleId) => roster.roles.some(({ id }) => id === role);
  const requireRole = (role: RoleId) => {
    if (known && has(known, role)) return;
    const roster = read();
    if (!has(roster, role)) throw new OvldError("role-unknown", { role, known: roster.roles.map((entry) => entry.id) });
  };
  return {
    read,
    async write(roster) {
      await writeAtomically(rosterFile(dir), formatted(roster), roster.settings);
      known = roster;
    },
    forget() {
      known = undefined;
    },
    settings: () => (known ?? read()).settings,
    requireRole,
    requireReader(reader) {
      if (reader === USER) read();
      else requireRole(reader);
    },
    isReader: (reader) => reader === USER || has(known ?? read(), reader),
  };
}

export function requireRoleIds(roster: Roster): void {
  for (const { id } of roster.roles)
    if (!ROLE_ID.test(id)) throw new OvldError("bug", { reason: `"${id}" cannot name a role's folder` });
}

function readRoster(dir: StoreDir): Roster {
  folderIn(dir, CLOSED);
  const file = rosterFile(dir);
  const content = readPlainFile(file);
  if (!content) throw new OvldError("store-missing", { folder: dir.root });
  const found = "text" in content ? parseFormatted(file, content.text) : undefined;
  if (!isRoster(found)) throw new OvldError("store-damaged", { file });
  const { version: _, ...roster } = found as Roster & { version?: number };
  return roster;
}

function isRoster(value: unknown): value is Roster {
  if (typeof value !== "object" || value === null) return false;
  const { session, roles, settings } = value as Partial<Roster>;
  return (
    typeof session === "string" &&
    Array.isArray(roles) &&
    roles.every((role) => typeof role?.id === "string" && ROLE_ID.test(role.id)) &&
    (settings?.durability === "power" || settings?.durability === "process")
  );
}
