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
import { folderIn, isGone, type Site, storeFailure } from "./site.ts";
import { removeQuietly, writeTemporary } from "./temporary.ts";

/** Which of a role's two marks: of all its mail, or of the urgent alone. */
export interface MarkPlace {
  role: RoleId;
  priority: Priority;
}

/**
 * Adds a notification; when another process changed the mark meanwhile, that change is taken in first. The first line
 * is for hooks, which are shell scripts, and is shown to the agent; the second is for us.
 */
export async function addToMark(
  site: Site,
  place: MarkPlace,
  { by, lang }: { by: Announced; lang: RelaySettings["lang"] },
): Promise<void> {
  const file = markFile(site, place);
  for (;;) {
    const before = versionOf(file);
    const mark = announced(readMark(site, place), by);
    const line = notificationLine(mark.senders, lang, place.priority);
    const { path, handle } = await writeTemporary(site, file, `${line}\n${JSON.stringify(mark)}\n`);
    closeSync(handle);
    if (versionOf(file) === before) return moveOver(site, path, file);
    removeQuietly(path);
  }
}

export function readMark(site: Site, place: MarkPlace): OneMark | undefined {
  const file = markFile(site, place);
  const content = readPlainFile(file);
  if (!content) return undefined;
  const mark = "text" in content ? parseJson(content.text.slice(content.text.indexOf("\n") + 1)) : undefined;
  if (isMark(mark)) return mark;
  quarantine(site, place.role, file, "damage" in content ? content.damage : "not a mark");
  return undefined;
}

export function removeMark(site: Site, place: MarkPlace): void {
  const file = markFile(site, place);
  try {
    unlinkSync(file);
  } catch (error) {
    if (!isGone(error)) throw fileFailure("remove", file, error);
  }
}

/** No role's name holds a dot. */
function markFile(site: Site, { role, priority }: MarkPlace): string {
  return join(folderIn(site, "pending"), priority === "urgent" ? `${role}.urgent` : role);
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

function moveOver(site: Site, temporary: string, file: string): void {
  try {
    renameSync(temporary, file);
  } catch (error) {
    removeQuietly(temporary);
    throw storeFailure(site, "write", file, error);
  }
}
