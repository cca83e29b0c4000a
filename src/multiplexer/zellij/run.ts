import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { run, runOnTerminal, type TerminalEnding } from "#base/run.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { MultiplexerOptions } from "#multiplexer/multiplexer.ts";
import { withoutNesting } from "#multiplexer/nesting.ts";

const TIME_LIMIT = 10_000;

/** Stdout of one call of zellij. */
export type Ask = (...args: string[]) => Promise<string>;

/** Only this module starts zellij. */
export interface Zellij {
  readonly program: string;
  ask: Ask;
  /** Calls zellij in a folder that its servers and panes inherit. */
  startIn(cwd: string, args: readonly string[]): Promise<void>;
  onTerminal(args: readonly string[], cwd?: string): Promise<TerminalEnding>;
  /** A call that prints lines until it ends by itself or the signal ends it. */
  follow(args: readonly string[], onLine: (line: string) => void, signal: AbortSignal): Following;
}

export interface Following {
  /** Resolves at the first line, or at an end without one. */
  heard: Promise<void>;
  ended: Promise<void>;
}

export function zellijRunner({ program, env }: MultiplexerOptions): Zellij {
  const outside = withoutNesting(env);
  return {
    program,
    async ask(...args) {
      const { stdout, stderr } = await run(program, args, { env: outside, timeLimit: TIME_LIMIT });
      // With two other sessions running, zellij lists them instead of acting, with exit status 0.
      if (noSuchSession.test(stderr))
        throw new OvldError("program-failed", { program, args, exitCode: 0, signal: null, stderr });
      return stdout;
    },
    async startIn(cwd, args) {
      await run(program, args, { cwd, env: outside, timeLimit: TIME_LIMIT });
    },
    follow(args, onLine, signal) {
      // After EMFILE the child has no streams, contrary to Node's types.
      const child: ChildProcess = spawn(program, args, { env: outside, stdio: ["ignore", "pipe", "ignore"] });
      const stop = () => child.kill("SIGKILL");
      signal.addEventListener("abort", stop);
      if (signal.aborted) stop();
      const lines = child.stdout && createInterface({ input: child.stdout }).on("line", onLine);
      const ended = new Promise<void>((done) => child.on("error", () => done()).on("close", () => done()));
      void ended.then(() => signal.removeEventListener("abort", stop));
      return { heard: Promise.race([ended, new Promise<void>((done) => lines?.once("line", () => done()))]), ended };
    },
    onTerminal: (args, cwd) => runOnTerminal(program, args, { cwd, env: outside }),
  };
}

/** Without any session zellij exits with 1 and this sentence. */
export function saysNoSessions(error: unknown): boolean {
  return OvldError.is(error, "program-failed") && /no active zellij sessions/i.test(error.details.stderr);
}

/** Every message of zellij for a missing session. */
export function saysNoSuchSession(error: unknown): boolean {
  return OvldError.is(error, "program-failed") && noSuchSession.test(error.details.stderr);
}

/** zellij reports a failure when the pane already has the focus of its tab, even if another tab is shown. */
export function saysAlreadyFocused(error: unknown): boolean {
  return OvldError.is(error, "program-failed") && error.details.stderr.includes("is already focused");
}

const noSuchSession = /^(session:? .* not found|no session named|there is no active session)/im;
