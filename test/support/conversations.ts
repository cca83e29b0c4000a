import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { TemporaryArmy } from "./temporary-army.ts";

export async function recordOf(army: TemporaryArmy, session = "ovld-project"): Promise<SessionEntry> {
  return JSON.parse(await readFile(sessionPaths(army.paths, session).record, "utf8")) as SessionEntry;
}

/** Writes the files of a Claude Code conversation that has content. */
export async function saySomething(army: TemporaryArmy, role: string): Promise<string> {
  const id = (await recordOf(army)).conversations?.[role];
  if (id === undefined) throw new Error(`${role} has no conversation`);
  const folder = join(army.home, ".claude", "projects", "-some-project");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${id}.jsonl`), '{"type":"user"}\n');
  return id;
}
