import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import { claudeSenses } from "#agent-cli/claude/senses.ts";
import { exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import { median, percentile, printTable, roundRobin } from "./measure.ts";

const ROUNDS = 300;
const WAKES = 100;
const scripts = resolve("src/agent-cli/claude/hooks");
const folder = mkdtempSync(join(tmpdir(), "ovld-bench-"));
const paths: AgentPaths = { role: "storm", folder, relay: join(folder, "relay") };
const { hooksFolder, mark, fifo } = exchangePaths(paths);
mkdirSync(hooksFolder, { recursive: true });
mkdirSync(join(paths.relay, "pending"), { recursive: true });
writeFileSync(join(hooksFolder, "mood"), "starting\n");
writeFileSync(join(hooksFolder, "agent"), `${process.pid}\n`);

/** An event as Claude Code sends it, with an answer of some length. */
const event = `${JSON.stringify({
  ...{ session_id: "6eda26ec-0551-4cda-90c3-5a9c05d6b206", cwd: folder, permission_mode: "default" },
  ...{ hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: "word ".repeat(400) },
})}\n`;

function runs(program: string, ...args: string[]): () => Promise<void> {
  return () =>
    new Promise((done, fail) => {
      const child = spawn(program, args, { stdio: ["pipe", "ignore", "ignore"] });
      child.stdin.on("error", () => {});
      child.stdin.end(event);
      child.on("error", fail).on("exit", () => done());
    });
}

const hook = (script: string, ...args: string[]) => runs(join(scripts, script), hooksFolder, ...args);

try {
  const samples = await roundRobin(
    {
      empty: runs("sh", "-c", ":"),
      tool: hook("after-tool.sh", mark, "PostToolUse"),
      mood: hook("mood.sh", "busy"),
      stop: hook("stop.sh", mark),
      step: hook("step.sh"),
    },
    ROUNDS,
  );
  const base = median(samples.empty);
  const detail = (sample: number[]) =>
    `p50 ${median(sample).toFixed(2)} ms, p95 ${percentile(sample, 0.95).toFixed(2)} ms`;
  const wakes = await wakeTimes();
  const bare = median(wakes.bare);
  printTable([
    { name: "hook after a tool, no mail", ratio: median(samples.tool) / base, target: 2, detail: detail(samples.tool) },
    { name: "hook before a tool", ratio: median(samples.mood) / base, target: 2, detail: detail(samples.mood) },
    {
      name: "hook at a turn's end, no mail",
      ratio: median(samples.stop) / base,
      target: 2,
      detail: detail(samples.stop),
    },
    { name: "hook after a tool batch", ratio: median(samples.step) / base, target: 2, detail: detail(samples.step) },
    { name: "sh -c :", ratio: 1, detail: detail(samples.empty) },
    { name: "wake to the wait hook's end", ratio: median(wakes.ours) / bare, target: 3, detail: detail(wakes.ours) },
    { name: "bare write to a FIFO, bare sh", ratio: 1, detail: detail(wakes.bare) },
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const LINE = "[MESSAGE from strategist] You have mail: call check_inbox.";

/** From the wake-up to the exit of the reader: ovld's wait hook, and a bare shell that reads one line of a FIFO. */
async function wakeTimes(): Promise<{ ours: number[]; bare: number[] }> {
  const ours = { ...claudeSenses().waker, ...claudeSenses().observer };
  const release = await ours.hold(paths);
  const bareFifo = join(folder, "bare");
  execFileSync("mkfifo", [bareFifo]);
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let count = 0; count < WAKES; count++) {
    const reader = await waiting(["sh", "-c", 'exec 3<>"$0"; read -r line <&3; exit 2', bareFifo], bareFifo);
    times.bare.push(
      await timed(reader, () => {
        const descriptor = openSync(bareFifo, constants.O_WRONLY | constants.O_NONBLOCK);
        writeSync(descriptor, `${LINE}\n`);
        closeSync(descriptor);
      }),
    );
    rmSync(mark, { force: true });
    const waitHook = await waiting([join(scripts, "wait.sh"), hooksFolder, mark], fifo);
    writeFileSync(mark, `${LINE}\n{"newest":"${count}"}\n`);
    times.ours.push(await timed(waitHook, () => ours.wake(paths)));
  }
  release();
  return times;
}

async function timed(reader: ChildProcess, wake: () => unknown): Promise<number> {
  const ended = new Promise<number | null>((done) => reader.on("exit", done));
  const before = performance.now();
  await wake();
  if ((await ended) !== 2) throw new Error("it missed the wake-up");
  return performance.now() - before;
}

async function waiting([program = "", ...args]: string[], fifo: string): Promise<ChildProcess> {
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  while (!isBlocked(child.pid as number, fifo)) {
    if (child.exitCode !== null) throw new Error("it ended before the wake-up");
    await new Promise((done) => setTimeout(done, 1));
  }
  return child;
}

/** Linux only: asleep with the FIFO as stdin, which a shell has only while it reads a line. */
function isBlocked(pid: number, fifo: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return readlinkSync(`/proc/${pid}/fd/0`) === fifo && stat.slice(stat.lastIndexOf(")")).startsWith(") S");
  } catch {
    // The process is opening or closing a file.
    return false;
  }
}
