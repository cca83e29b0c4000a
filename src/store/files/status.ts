import { join } from "node:path";
import { writeAtomically } from "#base/files.ts";
import { parseJson } from "#base/parse-json.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { RoleId } from "#mail/message.ts";
import { type RoleStatus, type StatusBoard, statusNames } from "#store/status-board.ts";
import { readPlainFile } from "./plain-file.ts";
import { quarantine } from "./quarantine.ts";
import type { RosterFile } from "./roster-file.ts";
import { folderIn, type StoreDir } from "./store-dir.ts";

export function fileStatus(dir: StoreDir, roster: RosterFile): StatusBoard {
  return {
    async get(role) {
      roster.requireRole(role);
      return readStatus(dir, role);
    },
    async all() {
      return roster.read().roles.map(({ id }) => readStatus(dir, id));
    },
    async set(status) {
      roster.requireRole(status.role);
      if (!isStatus(status)) throw new OvldError("bug", { reason: "set was given what is not a status" });
      await writeStatus(dir, status, roster.settings());
    },
  };
}

export function initialStatus(role: RoleId, now: number): RoleStatus {
  return { role, status: "idle", task: "", updated: new Date(now).toISOString() };
}

export async function writeStatus(
  dir: StoreDir,
  { role, status, task, updated }: RoleStatus,
  options: Parameters<typeof writeAtomically>[2],
): Promise<void> {
  await writeAtomically(statusFile(dir, role), `${JSON.stringify({ role, status, task, updated })}\n`, options);
}

/** A lost status is replaced by the initial one until the role sets it again. */
function readStatus(dir: StoreDir, role: RoleId): RoleStatus {
  const file = statusFile(dir, role);
  const content = readPlainFile(file);
  const status = content && "text" in content ? parseJson(content.text) : undefined;
  if (isStatus(status) && status.role === role) return status;
  if (content) quarantine(dir, role, file, "damage" in content ? content.damage : "not a status");
  return initialStatus(role, 0);
}

function statusFile(dir: StoreDir, role: RoleId): string {
  return join(folderIn(dir, "status"), `${role}.json`);
}

function isStatus(value: unknown): value is RoleStatus {
  if (typeof value !== "object" || value === null) return false;
  const { role, status, task, updated } = value as Record<string, unknown>;
  return [role, task, updated].every((text) => typeof text === "string") && statusNames.some((name) => name === status);
}
