import { copyFile, readFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { vi } from "vitest";
import type { TemporaryArmy } from "./temporary-army.ts";

/** Installs the scripted agent as `claude`. */
export async function installScriptedAgent(army: TemporaryArmy): Promise<void> {
  await copyFile("test/fixtures/scripted-agent.sh", join(army.folder, "bin", "claude"));
}

/** Environment that makes scripted agents draw a composer. */
export const withComposer = {
  SCRIPTED_NODE: process.execPath,
  SCRIPTED_TUI: resolve("test/fixtures/scripted-tui.mjs"),
};

/** Environment that makes scripted agents start the built relay. */
export const withRelay = { SCRIPTED_NODE: process.execPath, SCRIPTED_RELAY: resolve("dist/main.cjs") };

export interface AgentNotes {
  argv: string[];
  /** All input bytes of an agent without a composer. */
  typed: string;
  /** Texts that were submitted in the agent's composer. */
  submitted: string[];
  directory: string;
  pid: number;
  /** Pid of the agent's relay, if it has one. */
  relay: number;
}

/** Notes of the scripted agent of a role. */
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

/** Waits until the role's agent runs with another pid than `before`; resolves with its notes. */
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
