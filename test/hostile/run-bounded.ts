import { spawn } from "node:child_process";
import type { Finished } from "#test/support/temporary-army.ts";

export interface Outcome extends Finished {
  /** Arguments, for the text of a failure. */
  command: string;
  isHung: boolean;
}

export interface BoundedOptions {
  cwd: string;
  env: Record<string, string | undefined>;
  timeLimit?: number;
  signal?: AbortSignal;
}

/** Milliseconds; much more than a command needs, also on a busy machine. */
const TIME_LIMIT = 60_000;

/** Runs a program in a process group of its own; the time limit and the signal kill the group. */
export function runBounded(argv: readonly string[], options: BoundedOptions): Promise<Outcome> {
  const { timeLimit = TIME_LIMIT, signal, ...rest } = options;
  const [program = "", ...args] = argv;
  return new Promise((done, fail) => {
    const child = spawn(program, args, { ...rest, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    let isHung = false;
    let [stdout, stderr] = ["", ""];
    const end = () => {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    };
    const limit = setTimeout(() => {
      isHung = true;
      end();
    }, timeLimit);
    signal?.addEventListener("abort", end);
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    child.on("error", fail);
    child.on("close", (status) => {
      clearTimeout(limit);
      signal?.removeEventListener("abort", end);
      done({ command: args.slice(1).join(" "), status, stdout, stderr, isHung });
    });
  });
}
