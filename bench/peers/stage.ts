import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { systemClock } from "#base/clock.ts";
import { run } from "#base/run.ts";
import type { Place } from "./place.ts";
import type { Way } from "./ways.ts";

export const SESSION = "bench";

/** A scripted agent in a tmux window of its own. */
export interface Agent {
  pane: string;
  window: string;
  /** What the agent was told, in order. */
  heard(): string[];
  /** Whether the question on its screen was answered. */
  isAnswered(): boolean;
  screen(): Promise<string>;
  /** The name under which its host knows it. */
  name(): string;
  pid(): number;
}

/** One tmux server for all agents; `open` resolves when the agent shows its composer or its question. */
export function openStage({ at, env }: Place) {
  const tmux = async (...args: string[]) =>
    (await run("tmux", ["-f", "/dev/null", ...args], { env, timeLimit: 10_000 })).stdout.trim();
  let count = 0;
  const agents: Agent[] = [];
  return {
    tmux,
    start: () => tmux("new-session", "-d", "-s", SESSION, "-x", "120", "-y", "40", "-c", at("home"), "sleep 100000"),
    /** Ends the agents, so that idle ones take no time from the next. */
    async clear() {
      for (const { pid, pane } of agents.splice(0)) {
        // tmux 3.3a can crash when a pane closes in copy mode.
        await tmux("copy-mode", "-q", "-t", pane).catch(() => "");
        await tmux("kill-pane", "-t", pane).catch(() => "");
        kill(pid());
      }
    },
    async end() {
      await this.clear();
      await tmux("kill-server").catch(() => "");
    },
    async open(way: Way, modes: readonly string[], window = `agent-${count}`): Promise<Agent> {
      const notes = at(`notes-${count++}`);
      const agent = resolve("test/fixtures/scripted-tui.mjs");
      const direct = `sh -c 'echo $$ >"${notes}.pid"; exec "${process.execPath}" "${agent}" "${notes}" ${modes.join(" ")}'`;
      // The shell that a person finds when the agent has ended.
      const after = `stty sane; printf '\\033[?2004l\\033[2J\\033[H'; exec /bin/sh -i`;
      const variables = {
        ...{ AGENT_NOTES: notes, AGENT_MODES: modes.join(" "), AGENT_SESSION: randomUUID() },
        ...{ AGENT_NODE: process.execPath, AGENT_PROGRAM: agent },
        ...(way.hosts && { HCOM_DIR: way.env.HCOM_DIR, HCOM_CLAUDE_DELIVERY: "inject", PATH: env.PATH }),
      };
      const given = Object.entries(variables).flatMap(([key, value]) => ["-e", `${key}=${value}`]);
      const program = way.hosts ? "hcom claude" : direct;
      const where = ["-t", `${SESSION}:`, "-n", window, "-c", at("home"), "-P", "-F", "#{pane_id}"];
      // With job control, as in a person's shell: the agent is the foreground program, not the shell.
      const pane = await tmux("new-window", "-d", ...given, ...where, "sh", "-c", `set -m; ${program}; ${after}`);
      const opened = agentOf(way, notes, window, pane, () => tmux("capture-pane", "-p", "-t", pane));
      agents.push(opened);
      const isReady = async () => /for shortcuts|to confirm/.test(await opened.screen());
      if (!(await until(isReady, 15_000))) throw new Error(`no agent for ${way.name}: ${await opened.screen()}`);
      if (way.hosts) await until(() => isKnown(opened, env, way), 10_000);
      return opened;
    },
  };
}

export type Stage = ReturnType<typeof openStage>;

function agentOf(way: Way, notes: string, window: string, pane: string, screen: () => Promise<string>): Agent {
  const text = (end: string) => (existsSync(notes + end) ? readFileSync(notes + end, "utf8") : "");
  type Note = { submitted?: string; answered?: boolean };
  const read = () =>
    text("")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Note);
  return {
    ...{ pane, window, screen },
    heard() {
      const typed = read().flatMap(({ submitted }) => (submitted === undefined ? [] : [submitted]));
      if (!way.hosts) return typed;
      // Each handed-over text is in the answer of a hook, there twice: for the model and for the person.
      const told = text(".heard").match(/"additionalContext":"(?:[^"\\]|\\.)*"/g) ?? [];
      const lines = told.join("\n").match(/\[MESSAGE from \w+\] You have mail: call check_inbox\./g) ?? [];
      return [...typed.filter((line) => line !== "<hcom>"), ...lines];
    },
    isAnswered: () => read().some(({ answered }) => answered),
    name: () => /Your name: (\w+)/.exec(text(".heard"))?.[1] ?? window,
    pid: () => Number(text(".pid")),
  };
}

function kill(pid: number): void {
  try {
    if (pid > 0) process.kill(pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}

async function isKnown(agent: Agent, env: Place["env"], way: Way): Promise<boolean> {
  const { stdout } = await run("hcom", ["list", agent.name()], { env: { ...env, ...way.env }, timeLimit: 10_000 });
  return /listening|active/.test(stdout);
}

export async function until(isSo: () => boolean | Promise<boolean>, patience: number): Promise<boolean> {
  for (const deadline = performance.now() + patience; !(await isSo()); await systemClock.wait(2))
    if (performance.now() > deadline) return false;
  return true;
}
