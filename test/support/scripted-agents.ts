import { copyFile, readFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { vi } from "vitest";
import type { TemporaryArmy } from "./temporary-army.ts";

/** Installs the scripted agent as `claude`. */
export async function installScriptedAgent(army: TemporaryArmy): Promise<void> {
  await copyFile("test/fixtures/scripted-agent.sh", join(army.folder, "bin", "claude"));
}

/** What makes scripted agents draw a composer like a real one. */
export const withComposer = {
  SCRIPTED_NODE: process.execPath,
  SCRIPTED_TUI: resolve("test/fixtures/scripted-tui.mjs"),
};

/** What gives scripted agents their relays, as they are built. */
export const withRelay = { SCRIPTED_NODE: process.execPath, SCRIPTED_RELAY: resolve("dist/relay.js") };

export interface AgentNotes {
  argv: string[];
  /** Every byte, where it has no composer. */
  typed: string;
  /** Every text that was submitted in its composer. */
  submitted: string[];
  directory: string;
  pid: number;
  /** The process of its relay, where it has one. */
  relay: number;
}

/** What the scripted agent of a role saw. */
export async function notesOf(army: TemporaryArmy, role: string, project = army.project): Promise<AgentNotes> {
  const read = (name: string) =>
    readFile(join(army.home, "agents", basename(project), role, name), "utf8").catch(() => "");
  const submitted = (await read("submitted")).split("\n").filter(Boolean);
  return {
    argv: (await read("argv")).split("\0").slice(0, -1),
    typed: await read("typed"),
    submitted: submitted.map((line) => (JSON.parse(line) as { submitted: string }).submitted),
    directory: (await read("directory")).trim(),
    pid: Number(await read("pid")),
    relay: Number(await read("relay")),
  };
}

/** Its notes, once it runs and is another one than before. */
export async function agentIsUp(army: TemporaryArmy, role: string, before = 0): Promise<AgentNotes> {
  return vi.waitFor(
    async () => {
      const notes = await notesOf(army, role);
      if (notes.pid === 0 || notes.pid === before) throw new Error(`${role} is not up`);
      return notes;
    },
    { timeout: 60_000, interval: 100 },
  );
}
