import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, vi } from "vitest";
import { FORMAT } from "#base/format.ts";
import { sessionPaths } from "#home/paths.ts";
import { programsIn } from "./process-table.ts";
import type { TemporaryArmy } from "./temporary-army.ts";

const execute = promisify(execFile);

/** Expects that an army has left no session, process, socket or file. */
export async function expectNothingLeft(army: TemporaryArmy, session = "ovld-project"): Promise<void> {
  for (const sessions of [await zellijSessions(army), await tmuxSessions(army)])
    expect(sessions).not.toContain(session);
  await expectNoProcesses(army);
  expect(existsSync(sessionPaths(army.paths, session).folder)).toBe(false);
  expect(existsSync(army.paths.relay)).toBe(false);
  const index = await readFile(army.paths.registry, "utf8").catch(() =>
    JSON.stringify({ version: FORMAT, sessions: [] }),
  );
  const { seal: _, ...kept } = JSON.parse(index) as Record<string, unknown>;
  expect(kept).toEqual({ version: FORMAT, sessions: [] });
  // The first summon unpacks the rituals, which stay for the user to edit.
  const lasting = ["registry.json", "sessions", "server", "rituals", "code", "history"];
  expect((await readdir(army.paths.home).catch(() => [])).filter((name) => !lasting.includes(name))).toEqual([]);
}

export function zellijSessions(army: TemporaryArmy): Promise<string> {
  return listed("zellij", ["list-sessions", "--no-formatting"], army);
}

export function tmuxSessions(army: TemporaryArmy): Promise<string> {
  return listed("tmux", ["list-sessions", "-F", "#{session_name}"], army);
}

function listed(program: string, args: string[], { env }: TemporaryArmy): Promise<string> {
  return execute(program, args, { env }).then(
    ({ stdout }) => stdout,
    () => "",
  );
}

export async function expectNoProcesses(army: TemporaryArmy): Promise<void> {
  // Compared as text, so that a failure shows their command lines.
  await vi.waitFor(() => expect(processesOf(army).join("\n")).toBe(""), { timeout: 20_000, interval: 100 });
}

/** Command lines of processes of this fixture, except the terminals of tests. */
function processesOf({ home }: TemporaryArmy): string[] {
  return programsIn(home)
    .map(({ argv }) => argv.join(" "))
    .filter((command) => !/^tmux -L terminal-|^sleep 100000$/.test(command));
}
