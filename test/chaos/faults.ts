import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { serversOf } from "#test/support/multiplexer-servers.ts";
import type { OwnClock } from "#test/support/own-clock.ts";
import { programsIn, type Running } from "#test/support/process-table.ts";
import { pick } from "#test/support/random.ts";
import type { TemporaryArmy } from "#test/support/temporary-army.ts";
import { DRAFT } from "./ledger.ts";

const execute = promisify(execFile);

/** The fixture that faults happen to. */
export interface Scene {
  kind: "zellij" | "tmux";
  army: TemporaryArmy;
  roles: readonly string[];
  /** The disk that holds the army's files, or a folder on it. */
  disk: string;
  clock: OwnClock;
  random(): number;
}

/** Injects the fault and resolves with its target; undefined when it found no target. */
export type Fault = (scene: Scene) => Promise<string | undefined>;

export const FULL_DISK = "the disk is full for 5 s";
export const KILLED_MULTIPLEXER = "the multiplexer is killed";

const hasArgument = (part: RegExp) => (program: Running) => program.argv.some((word) => part.test(word));

export const faults: Readonly<Record<string, Fault>> = {
  "an agent is killed": (scene) => killOne(scene, ({ argv }) => argv.includes("--mcp-config") && !argv.includes("-c")),
  "a relay is killed": (scene) => killOne(scene, ({ argv }) => argv.includes("relay")),
  "a wait hook is killed": (scene) => killOne(scene, hasArgument(/hooks\/wait\.sh$/)),
  "the dashboard is killed": (scene) => killOne(scene, ({ argv }) => argv.includes("dashboard")),
  "the watcher is killed": (scene) => killOne(scene, ({ argv }) => argv.includes("watch")),
  [FULL_DISK]: async ({ disk }) => {
    const filler = join(disk, "filler");
    await writeFile(filler, Buffer.alloc(1 << 30)).catch(() => {});
    await wait(5000);
    await rm(filler, { force: true });
    return "full";
  },
  "the clock jumps": async ({ clock, random }) => {
    const offset = Math.round((random() - 0.5) * 2 * 3_600_000);
    await clock.jump(offset);
    return `${offset} ms`;
  },
  /** Ends every pane of the army at once; the army then needs `summon --resume`. */
  [KILLED_MULTIPLEXER]: async ({ kind, army }) => {
    const servers = serversOf(kind, army);
    for (const pid of servers) end(pid);
    return servers.length > 0 ? kind : undefined;
  },
  "a person types a draft": async (scene) => {
    const role = pick(scene.roles, scene.random);
    await typeDraft(scene, role, `${DRAFT} ${Math.floor(scene.random() * 1000)} `);
    return role;
  },
};

async function killOne(scene: Scene, isVictim: (program: Running) => boolean): Promise<string | undefined> {
  const victims = programsIn(scene.army.home).filter(isVictim);
  const victim = victims.length === 0 ? undefined : pick(victims, scene.random);
  if (!victim) return undefined;
  end(victim.pid);
  return `process ${victim.pid}`;
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has ended meanwhile.
  }
}

async function typeDraft({ kind, army }: Scene, role: string, text: string): Promise<void> {
  const { stdout } = await army.ovld(["status", "--json"]);
  const pane = (JSON.parse(stdout) as { panes: Record<string, string> }).panes[role];
  if (pane === undefined) return;
  const commands = {
    zellij: ["--session", "ovld-project", "action", "write-chars", "--pane-id", pane, text],
    tmux: ["send-keys", "-l", "-t", pane, text],
  };
  await execute(kind, commands[kind], { env: army.env }).catch(() => {});
}
