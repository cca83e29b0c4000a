import { copyFile, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { TemporaryArmy } from "./temporary-army.ts";

/** Puts the scripted agent in the place of `claude`. */
export async function installScriptedAgent(army: TemporaryArmy): Promise<void> {
  await copyFile("test/fixtures/scripted-agent.sh", join(army.folder, "bin", "claude"));
}

export interface AgentNotes {
  argv: string[];
  typed: string;
  directory: string;
  pid: number;
}

/** What the scripted agent of a role saw. */
export async function notesOf(army: TemporaryArmy, role: string, project = army.project): Promise<AgentNotes> {
  const read = (name: string) =>
    readFile(join(army.home, "agents", basename(project), role, name), "utf8").catch(() => "");
  return {
    argv: (await read("argv")).split("\0").slice(0, -1),
    typed: await read("typed"),
    directory: (await read("directory")).trim(),
    pid: Number(await read("pid")),
  };
}
