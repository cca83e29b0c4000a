import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { OvldError, reasonOf, systemCode } from "#errors/ovld-error.ts";
import { afterReading } from "./after-reading.ts";

export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  input?: string | Uint8Array;
  /** Milliseconds for the whole call; then the process group is killed. */
  timeLimit: number;
  signal?: AbortSignal;
}

export interface RunResult {
  stdout: string;
  stderr: string;
}

const STDERR_TAIL = 8 * 1024;
const PIPE_GRACE = 250;

/** Killed at this process's exit: a program that queries a dead server may hang forever. */
const underWay = new Set<ChildProcess>();
process.on("exit", () => underWay.forEach(killGroup));

/**
 * Runs a program to its end: argv only, never a shell. Anything but exit status 0 throws. The program leads its own
 * process group, so that its children end with it on a timeout or an abort.
 */
export async function run(program: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  if (options.signal?.aborted) throw new OvldError("cancelled", {});
  // After EMFILE the child has no streams.
  const child: ChildProcess = spawn(program, args, {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: "pipe",
  });
  const stdout: Buffer[] = [];
  let stderr = Buffer.alloc(0);
  child.stdout?.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr = Buffer.concat([stderr, chunk]).subarray(-STDERR_TAIL);
  });
  // A program may exit before it reads its input (EPIPE); the exit status decides.
  child.stdin?.on("error", () => {});
  child.stdin?.end(options.input);

  const ending = await end(child, options);
  const tail = stderr.toString("utf8");
  const failure = { program, args, stderr: tail };
  switch (ending.by) {
    case "exit": {
      const said = Buffer.concat(stdout).toString("utf8");
      if (ending.exitCode === 0) return { stdout: said, stderr: tail };
      const { exitCode, signal } = ending;
      throw new OvldError("program-failed", { ...failure, stdout: said, exitCode, signal });
    }
    case "time":
      throw new OvldError("program-timeout", { ...failure, ms: options.timeLimit });
    case "abort":
      throw new OvldError("cancelled", {});
    case "spawn":
      throw startFailure(program, options.cwd, ending.error);
  }
}

export interface TerminalOptions {
  cwd?: string | undefined;
  env?: NodeJS.ProcessEnv;
}

export interface TerminalEnding {
  exitCode: number | null;
  signal: string | null;
}

/**
 * Gives this terminal to a program and resolves when it has ended, for any reason. It stays in our foreground process
 * group. Signals are left to the program, so that it restores the terminal itself.
 */
export async function runOnTerminal(
  program: string,
  args: readonly string[],
  { cwd, env }: TerminalOptions,
): Promise<TerminalEnding> {
  const child = spawn(program, args, { cwd, env, stdio: "inherit" });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  // The terminal sends SIGINT to the whole process group itself.
  const keep = () => {};
  process.on("SIGINT", keep);
  for (const signal of passedOn) process.on(signal, pass);
  try {
    return await new Promise<TerminalEnding>((resolve, reject) => {
      child.on("error", (error) => reject(startFailure(program, cwd, error)));
      child.on("close", (exitCode, signal) => resolve({ exitCode, signal }));
    });
  } finally {
    process.off("SIGINT", keep);
    for (const signal of passedOn) process.off(signal, pass);
  }
}

const passedOn = ["SIGTERM", "SIGHUP"] as const;

function startFailure(program: string, cwd: string | undefined, error: unknown): OvldError {
  if (systemCode(error) === "ENOENT" && existsSync(cwd ?? "."))
    return new OvldError("program-missing", { program, cause: error });
  return new OvldError("program-unstartable", { program, reason: reasonOf(error), cause: error });
}

type Ending =
  | { by: "exit"; exitCode: number | null; signal: string | null }
  | { by: "time" }
  | { by: "abort" }
  | { by: "spawn"; error: unknown };

function end(child: ChildProcess, { timeLimit, signal }: RunOptions): Promise<Ending> {
  underWay.add(child);
  return new Promise((resolve) => {
    const finish = (ending: Ending) => {
      underWay.delete(child);
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      if (ending.by === "time" || ending.by === "abort") killGroup(child);
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
      resolve(ending);
    };
    const onAbort = () => finish({ by: "abort" });
    const timer = setTimeout(() => finish({ by: "time" }), timeLimit);
    signal?.addEventListener("abort", onAbort);
    child.on("error", (error) => finish({ by: "spawn", error }));
    const onExit = (exitCode: number | null, name: string | null) => finish({ by: "exit", exitCode, signal: name });
    child.on("close", onExit);
    // A daemon that the program started may keep its pipes open forever.
    child.on("exit", (...how) => afterReading(PIPE_GRACE, () => onExit(...how)));
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    // For a process group of zombies macOS returns EPERM.
    if (!["ESRCH", "EPERM"].includes(systemCode(error) ?? "")) throw error;
  }
}
