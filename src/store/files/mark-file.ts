import { closeSync, lstatSync, renameSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { fileFailure } from "#base/files.ts";
import { parseJson } from "#base/parse-json.ts";
import type { Priority, RoleId } from "#mail/message.ts";
import type { RelaySettings } from "#mail/roster.ts";
import { notificationLine } from "#store/notification-line.ts";
import { announced, type OneMark } from "#store/pending-mark.ts";
import type { Announced } from "#store/relay-store.ts";
import { readPlainFile } from "./plain-file.ts";
import { quarantine } from "./quarantine.ts";
import { folderIn, isGone, type StoreDir, storeFailure } from "./store-dir.ts";
import { removeQuietly, writeTemporary } from "./temporary.ts";

/** The mark of all mail of a role, or the mark of its urgent mail. */
export interface MarkLocation {
  role: RoleId;
  priority: Priority;
}

/**
 * Adds a notification; a concurrent change of the mark is merged first. The first line is for hooks, which are shell
 * scripts and show it to the agent. The second line is for ovld.
 */
export async function addToMark(
  dir: StoreDir,
  location: MarkLocation,
  { by, lang }: { by: Announced; lang: RelaySettings["lang"] },
): Promise<void> {
  const file = markFile(dir, location);
  for (;;) {
    const before = versionOf(file);
    const mark = announced(readMark(dir, location), by);
    const line = notificationLine(mark.senders, lang, location.priority);
    const { path, handle } = await writeTemporary(dir, file, `${line}\n${JSON.stringify(mark)}\n`);
    closeSync(handle);
    if (versionOf(file) === before) return moveOver(dir, path, file);
    removeQuietly(path);
  }
}

export function readMark(dir: StoreDir, location: MarkLocation): OneMark | undefined {
  const file = markFile(dir, location);
  const content = readPlainFile(file);
  if (!content) return undefined;
  const mark = "text" in content ? parseJson(content.text.slice(content.text.indexOf("\n") + 1)) : undefined;
  if (isMark(mark)) return mark;
  quarantine(dir, location.role, file, "damage" in content ? content.damage : "not a mark");
  return undefined;
}

export function removeMark(dir: StoreDir, location: MarkLocation): void {
  const file = markFile(dir, location);
  try {
    unlinkSync(file);
  } catch (error) {
    if (!isGone(error)) throw fileFailure("remove", file, error);
  }
}

/** No role's name contains a dot. */
function markFile(dir: StoreDir, { role, priority }: MarkLocation): string {
  return join(folderIn(dir, "pending"), priority === "urgent" ? `${role}.urgent` : role);
}

function isMark(value: unknown): value is OneMark {
  if (typeof value !== "object" || value === null) return false;
  const { newest, senders } = value as Partial<OneMark>;
  return typeof newest === "string" && Array.isArray(senders) && senders.every((name) => typeof name === "string");
}

function versionOf(file: string): string | undefined {
  const found = lstatSync(file, { throwIfNoEntry: false, bigint: true });
  return found && `${found.ino} ${found.ctimeNs}`;
}

function moveOver(dir: StoreDir, temporary: string, file: string): void {
  try {
    renameSync(temporary, file);
  } catch (error) {
    removeQuietly(temporary);
    throw storeFailure(dir, "write", file, error);
  }
}
