import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ExchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import { readSmallFile } from "#agent-cli/exchange/small-file.ts";
import { fileFailure } from "#base/files.ts";
import { systemCode } from "#errors/ovld-error.ts";

/** The line that tells an agent of its unread mail. */
export interface Announcement {
  text: string;
  isUrgent: boolean;
  /** Id of the newest message. */
  newest: string;
}

/** The announcement of the present marks, urgent mail first; undefined without mail, and for a parked agent. */
export async function announcementOf({ mark, parked }: ExchangePaths): Promise<Announcement | undefined> {
  if (await readSmallFile(parked)) return undefined;
  return (await inMark(`${mark}.urgent`, true)) ?? (await inMark(mark, false));
}

/** Milliseconds in which the turn that a hook has asked for may not have started yet. */
const STARTING = 2000;

/**
 * Claims announcements for the mod: the hooks at the end of a turn and after a tool do not announce the mail then. The
 * returned function returns false if a hook has just announced it.
 */
export function claimer({ hooksFolder }: ExchangePaths): (announcement: Announcement) => Promise<boolean> {
  let own = "";
  return async ({ newest, isUrgent }) => {
    if (isUrgent) await create(join(hooksFolder, `told-urgent-${newest}`));
    const file = join(hooksFolder, `told-${newest}`);
    if (newest === own || (await create(file))) {
      own = newest;
      return true;
    }
    return Date.now() - ((await readSmallFile(file))?.at ?? 0) > STARTING;
  };
}

/** False if the file exists. */
async function create(file: string): Promise<boolean> {
  try {
    await writeFile(file, "", { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw fileFailure("write", file, error);
  }
}

async function inMark(file: string, isUrgent: boolean): Promise<Announcement | undefined> {
  const [text = "", version = ""] = (await readSmallFile(file))?.text.split("\n") ?? [];
  const newest = /"newest":"([\w-]+)"/.exec(version)?.[1];
  return text !== "" && newest !== undefined ? { text, isUrgent, newest } : undefined;
}
