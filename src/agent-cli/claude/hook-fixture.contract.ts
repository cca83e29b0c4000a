import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { onTestFinished, vi } from "vitest";
import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import { type ExchangePaths, exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import type { RelaySettings } from "#mail/roster.ts";
import { fileRelayStore } from "#store/files/relay-store.ts";
import type { RelayStore } from "#store/relay-store.ts";
import { send, testRoster } from "#store/store-fixture.contract.ts";
import { isWaitingAt } from "#test/claude/agent-processes.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { claude } from "./claude.ts";

const scripts = resolve("src/agent-cli/claude/hooks");

export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

export interface WaitHook {
  child: ChildProcess;
  ended: Promise<Ended>;
}

/** One agent's folder with a real relay store; its name contains characters that a shell would split. */
export interface HookFixture extends AsyncDisposable {
  paths: AgentPaths;
  hooks: ExchangePaths;
  store: RelayStore;
  /** Stores a message for the agent and marks it, like a send. */
  mail(fields?: Parameters<typeof send>[1]): Promise<void>;
  /** Runs a hook script as Claude Code does, with this process as the agent. */
  hook(script: string, args: readonly string[], event?: object): Promise<Ended>;
  /** Starts a wait hook; resolves when the hook is waiting. */
  waitHook(): Promise<WaitHook>;
}

export async function hookFixture(
  options: { shell?: string[]; lang?: RelaySettings["lang"] } = {},
): Promise<HookFixture> {
  const { shell = ["sh"], lang = "en" } = options;
  const temporary = await temporaryFolder();
  const folder = join(temporary.path, `a 'b" $(c) 城;`);
  const paths: AgentPaths = { role: "inferno", folder, relay: join(folder, "relay") };
  const hooks = exchangePaths(paths);
  const store = fileRelayStore(paths.relay);
  await store.initialise({ ...testRoster, settings: { ...testRoster.settings, lang } });
  const relay = { command: "true", args: [], env: {} };
  const ritual = `# "Inferno"\n\\炎\n`;
  for (const { path, content } of claude({ program: "claude" }).files({ paths, lang, relay, ritual })) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  const started = new Set<ChildProcess>();
  const end = async () => {
    for (const child of started) child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
    await temporary[Symbol.asyncDispose]();
  };
  // A test that hits its timeout never reaches the end of its function.
  onTestFinished(end);
  const start = (script: string, args: readonly string[]): WaitHook => {
    const [program = "sh", ...options] = shell;
    const child = spawn(program, [...options, join(scripts, script), hooks.hooksFolder, ...args], { cwd: "/" });
    started.add(child);
    return { child, ended: endOf(child) };
  };
  return {
    ...{ paths, hooks, store },
    async mail(fields = {}) {
      await store.pending.mark("inferno", await send(store, fields));
    },
    hook(script, args, event = {}) {
      const { child, ended } = start(script, args);
      child.stdin?.on("error", () => {});
      child.stdin?.end(`${JSON.stringify(event)}\n`);
      return ended;
    },
    async waitHook() {
      const waitHook = start("wait.sh", [hooks.mark]);
      await vi.waitUntil(() => isWaitingAt(waitHook.child.pid ?? 0, hooks.fifo), { timeout: 10_000, interval: 2 });
      return waitHook;
    },
    [Symbol.asyncDispose]: end,
  };
}

function endOf(child: ChildProcess): Promise<Ended> {
  const ended: Ended = { status: null, stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name]?.setEncoding("utf8").on("data", (text) => {
      ended[name] += text;
    });
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (status) => done({ ...ended, status }));
  });
}
