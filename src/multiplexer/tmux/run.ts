import { type ChildProcess, spawn } from "node:child_process";
import { type RunOptions, run, runOnTerminal, type TerminalEnding } from "#base/run.ts";
import { isAtLeast, versionIn } from "#base/version.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { MultiplexerOptions } from "#multiplexer/multiplexer.ts";
import { withoutNesting } from "#multiplexer/nesting.ts";
import { commandArguments, commandLine, type TmuxCommand } from "./command.ts";
import { withCommandFile } from "./command-file.ts";

/** Selects a server; the user's default one without either field. */
export interface TmuxSocket {
  name?: string | undefined;
  path?: string | undefined;
}

export interface TmuxRunnerOptions extends MultiplexerOptions {
  socket?: TmuxSocket | undefined;
}

export interface TmuxRunOptions extends Partial<Pick<RunOptions, "input" | "signal" | "timeLimit" | "cwd">> {
  /** Passes the commands through stdin, so that no process list shows them. */
  hidden?: boolean;
}

/** Only this module starts tmux. */
export interface Tmux {
  readonly program: string;
  /**
   * Stdout of one tmux process that runs all commands in order and stops at the first failure. Throws `no-server`,
   * `server-gone`, `program-too-old`, `program-timeout`, and `program-failed` with tmux's stderr.
   */
  run(commands: readonly TmuxCommand[], options?: TmuxRunOptions): Promise<string>;
  /** Runs the commands on this terminal, e.g. to attach; resolves when the client has ended. */
  onTerminal(commands: readonly TmuxCommand[], cwd?: string): Promise<TerminalEnding>;
  /**
   * A client in control mode that runs until its input ends; it reports failures as lines or by its exit status. After
   * EMFILE the child has no streams.
   */
  control(commands: readonly TmuxCommand[]): ChildProcess;
  /** The arguments that `run` would pass to tmux. */
  args(commands: readonly TmuxCommand[]): string[];
}

/** Milliseconds that a server may take to answer. */
export const TIME_LIMIT = 10_000;
const NEEDED = "3.0";
/** tmux limits its arguments to 16 KiB; a longer command list goes through stdin as a command file. */
const MAX_ARGUMENT_BYTES = 12_000;

export function tmuxRunner({ program, env, socket }: TmuxRunnerOptions): Tmux {
  const outside = withoutNesting(env);
  const before = [...UTF8, ...socketArguments(socket)];
  const args = (commands: readonly TmuxCommand[]) => [...before, ...commandArguments(commands)];
  const call = async (list: readonly string[], options: Omit<TmuxRunOptions, "hidden">) => {
    try {
      return (await run(program, list, { timeLimit: TIME_LIMIT, ...options, env: outside })).stdout;
    } catch (error) {
      throw await translated(error, program, outside);
    }
  };
  /**
   * tmux reads commands from stdin since 3.1; an older one would open a file called `-`, so it gets a temporary file.
   */
  const source = async (text: string, options: Omit<TmuxRunOptions, "hidden">) => {
    try {
      return await call([...before, ...sourceFile("-")], { ...options, cwd: "/", input: text });
    } catch (error) {
      if (!OvldError.is(error, "program-failed") || !saysNoFile.test(error.details.stderr)) throw error;
      return withCommandFile(text, (file) => call([...before, ...sourceFile(file)], options));
    }
  };
  return {
    program,
    args,
    run(commands, { hidden = false, ...options } = {}) {
      const list = args(commands);
      if (options.input !== undefined || (!hidden && isShort(list))) return call(list, options);
      return source(`${commandLine(commands)}\n`, options);
    },
    control: (commands) =>
      spawn(program, [...before, "-C", ...commandArguments(commands)], { env: outside, stdio: "pipe" }),
    onTerminal: (commands, cwd) => runOnTerminal(program, args(commands), { cwd, env: outside }),
  };
}

/** `-u`: else tmux replaces non-ASCII characters by `_` in any locale that is not UTF-8. */
const UTF8 = ["-u"];

/** `source-file` alone does not start a server. */
function sourceFile(file: string): string[] {
  return ["start-server", ";", "source-file", file];
}

const saysNoFile = /^no such file or directory: (.*\/)?-$|^(.*\/)?-: no such file/im;

function socketArguments({ name, path }: TmuxSocket = {}): string[] {
  if (path !== undefined) return ["-S", path];
  return name === undefined ? [] : ["-L", name];
}

function isShort(args: readonly string[]): boolean {
  return args.reduce((bytes, arg) => bytes + Buffer.byteLength(arg) + 1, 0) <= MAX_ARGUMENT_BYTES;
}

async function translated(error: unknown, program: string, env: NodeJS.ProcessEnv): Promise<unknown> {
  if (!OvldError.is(error, "program-failed")) return error;
  const { stderr } = error.details;
  if (/^(no server running on|error connecting to)/m.test(stderr))
    return new OvldError("no-server", { program, cause: error });
  if (/^(server exited|lost server)/m.test(stderr)) return new OvldError("server-gone", { program, cause: error });
  if (/^(usage:|unknown (command|option)|invalid (option|flag)|.*unknown flag)/im.test(stderr)) {
    const found = await version(program, env);
    if (found && !isAtLeast(found, NEEDED))
      return new OvldError("program-too-old", { program, found, needed: NEEDED, cause: error });
  }
  return error;
}

/** OpenBSD's own tmux prints the version of the system, which is above the required one. */
async function version(program: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const { stdout } = await run(program, ["-V"], { env, timeLimit: TIME_LIMIT });
  return versionIn(stdout);
}
