import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readText } from "#base/files.ts";

/** Panes in a session's record, by role; empty without a readable record. */
export async function recordedPanes(folder: string): Promise<Readonly<Record<string, string>>> {
  try {
    const record = JSON.parse((await readText(join(folder, "session.json"))) ?? "{}") as {
      panes?: Record<string, string>;
    };
    return record.panes ?? {};
  } catch {
    return {};
  }
}

/** The agent CLI of each role in a session's record; empty without a readable record. Cheap to poll. */
export function recordedAgents(folder: string): Readonly<Record<string, string>> {
  const file = join(folder, "session.json");
  const found = lstatSync(file, { throwIfNoEntry: false });
  // A record is replaced, never changed in place.
  const stamp = `${found?.ino} ${found?.mtimeMs} ${found?.size}`;
  const last = read.get(folder);
  if (last?.stamp === stamp) return last.agents;
  const agents = found?.isFile() ? agentsIn(file) : {};
  read.set(folder, { stamp, agents });
  return agents;
}

const read = new Map<string, { stamp: string; agents: Readonly<Record<string, string>> }>();

function agentsIn(file: string): Readonly<Record<string, string>> {
  try {
    return (JSON.parse(readFileSync(file, "utf8")) as { agents?: Record<string, string> }).agents ?? {};
  } catch {
    return {};
  }
}
