import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { startAgent } from "#test/claude/agent.ts";
import { waitHooksAt } from "#test/claude/agent-processes.ts";
import { installClaude } from "#test/claude/claude-code.ts";
import { type ScriptedModel, say, scriptedModel } from "#test/claude/scripted-model.ts";
import { temporaryArmy } from "#test/support/temporary-army.ts";
import { openTerminal } from "#test/support/terminal.ts";
import { median, percentile } from "../../bench/measure.ts";

const ROUNDS = Number(process.env.WAKE_ROUNDS ?? 30);
const WAIT = { timeout: 30_000, interval: 5 };
/** Milliseconds of rest before each wake-up. */
const REST = 400;

/** A way to wake an idle agent. */
interface Way {
  model: ScriptedModel;
  /** Resolves when the agent is idle. */
  rests(): Promise<unknown>;
  wake(): Promise<unknown>;
}

/** The shortest mod: it submits the text that a server answers. */
const BARE = `
async function listen($, socketPath) {
  for (;;) {
    try {
      const { text } = await $.http.fetch("http://bare/wait", { socketPath });
      void $.prompt.submit({ text });
    } catch {
      await $.clock.sleep(100);
    }
  }
}
export function register(on) {
  on("session.start", async ($, event, next) => {
    const started = await next(event);
    void listen($, await $.env.get("BARE_SOCKET"));
    return started;
  });
}
`;

/** Claude Code with nothing of ovld. */
async function bareAgent(): Promise<Way> {
  const model = await scriptedModel(() => say("Done."));
  const army = await temporaryArmy();
  const mod = join(army.folder, "bare");
  const socket = join(army.folder, "bare.sock");
  await mkdir(join(mod, "hooks"), { recursive: true });
  await mkdir(join(mod, ".claude-plugin"));
  await writeFile(join(mod, ".claude-plugin", "plugin.json"), JSON.stringify({ name: "bare" }));
  await writeFile(join(mod, "hooks", "hooks.json"), JSON.stringify({ modules: ["./register.js"] }));
  await writeFile(join(mod, "hooks", "register.js"), BARE);
  let waiting: ServerResponse | undefined;
  const server = createServer((_, response) => {
    waiting = response;
  });
  await new Promise<void>((done) => server.listen(socket, done));
  const env = { ...army.env, ...(await installClaude(army, { model: model.url })), BARE_SOCKET: socket };
  const argv = ["env", "-u", "TMUX", "claude", "--dangerously-skip-permissions", "--plugin-dir", mod];
  const terminal = await openTerminal(argv, { cwd: army.project, env });
  onTestFinished(async () => {
    await terminal[Symbol.asyncDispose]();
    server.closeAllConnections();
    server.close();
    await rm(socket, { force: true });
    await army[Symbol.asyncDispose]();
    await model[Symbol.asyncDispose]();
  });
  await terminal.sees("❯");
  return {
    model,
    rests: () => vi.waitUntil(() => waiting, WAIT),
    async wake() {
      const response = waiting;
      waiting = undefined;
      response?.end("[MESSAGE from storm] You have mail: call check_inbox.");
    },
  };
}

/** An agent of ovld. Its mark is never removed, because it does not read its mail. */
async function agentOf(hasMod: boolean): Promise<Way> {
  const { model, store, port, paths, hooks } = await startAgent({ script: () => say("Done."), hasMod });
  await store.pending.mark("inferno", { id: await store.mail.nextId(), from: "storm", priority: "normal" });
  return {
    model,
    rests: async () => {
      await vi.waitUntil(() => waitHooksAt(hooks.fifo).length === 1, WAIT);
      await vi.waitUntil(async () => (await port.mood(paths)).mood === "ready", WAIT);
    },
    wake: () => port.wake(paths),
  };
}

test("wake-up to model request: the mod, the wait hook and a bare mod in turn", { timeout: 600_000 }, async () => {
  const ways = { bare: await bareAgent(), mod: await agentOf(true), hook: await agentOf(false) };
  const names = ["bare", "mod", "hook"] as const;
  const times = { bare: [] as number[], mod: [] as number[], hook: [] as number[] };
  for (let round = 0; round <= ROUNDS; round++)
    for (const name of names) {
      const { model, rests, wake } = ways[name];
      await rests();
      await new Promise((done) => setTimeout(done, REST));
      const from = model.requests.length;
      const before = performance.now();
      void wake();
      const { at, said } = await model.receives("[MESSAGE from storm]", from);
      expect(said.includes("plugin sent a message")).toBe(name !== "hook");
      // The first turn of a conversation loads more.
      if (round > 0) times[name].push(at - before);
    }
  for (const name of names)
    console.log(
      `${name}: p50 ${median(times[name]).toFixed(0)} ms, p99 ${percentile(times[name], 0.99).toFixed(0)} ms`,
    );
  if (process.env.WAKE_TIMES) await writeFile(process.env.WAKE_TIMES, JSON.stringify(times));
});
