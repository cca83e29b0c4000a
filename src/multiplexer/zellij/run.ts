import { OvldError } from "#base/errors.ts";
import { run, runOnTerminal, type TerminalEnding } from "#base/run.ts";
import type { MultiplexerOptions } from "#multiplexer/multiplexer.ts";

const TIME_LIMIT = 10_000;

/** Stdout of one call of zellij. */
export type Ask = (...args: string[]) => Promise<string>;

/** The one place that starts zellij. */
export interface Zellij {
  readonly program: string;
  ask: Ask;
  /** A call from a folder that its servers and panes inherit. */
  startIn(cwd: string, args: readonly string[]): Promise<void>;
  onTerminal(args: readonly string[], cwd?: string): Promise<TerminalEnding>;
}

export function zellijRunner({ program, env }: MultiplexerOptions): Zellij {
  const outside = withoutNesting(env);
  return {
    program,
    async ask(...args) {
      const { stdout, stderr } = await run(program, args, { env: outside, timeLimit: TIME_LIMIT });
      // Where two other sessions run, zellij lists them instead of acting, with exit status 0.
      if (noSuchSession.test(stderr))
        throw new OvldError("program-failed", { program, args, exitCode: 0, signal: null, stderr });
      return stdout;
    },
    async startIn(cwd, args) {
      await run(program, args, { cwd, env: outside, timeLimit: TIME_LIMIT });
    },
    onTerminal: (args, cwd) => runOnTerminal(program, args, { cwd, env: outside }),
  };
}

/** zellij ends with status 1 and this sentence when there is no session at all. */
export function saysNoSessions(error: unknown): boolean {
  return OvldError.is(error, "program-failed") && /no active zellij sessions/i.test(error.details.stderr);
}

/** Every way in which zellij says that there is no such session. */
export function saysNoSuchSession(error: unknown): boolean {
  return OvldError.is(error, "program-failed") && noSuchSession.test(error.details.stderr);
}

/** zellij calls it a failure that a pane has its tab's focus already, whichever tab is in front. */
export function saysAlreadyFocused(error: unknown): boolean {
  return OvldError.is(error, "program-failed") && error.details.stderr.includes("is already focused");
}

const noSuchSession = /^(session:? .* not found|no session named|there is no active session)/im;

/**
 * A zellij that is started inside a pane takes these for its own place, and its panes would inherit them; the last tells in
 * which army on tmux a process runs.
 */
function withoutNesting(env: MultiplexerOptions["env"]): NodeJS.ProcessEnv {
  const { ZELLIJ: _, ZELLIJ_SESSION_NAME: __, ZELLIJ_PANE_ID: ___, OVLD_TMUX_SESSION: ____, ...rest } = env;
  return rest;
}
