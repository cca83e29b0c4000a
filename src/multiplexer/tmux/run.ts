import { OvldError } from "#base/errors.ts";
import { run } from "#base/run.ts";
import type { MultiplexerOptions } from "#multiplexer/multiplexer.ts";

const TIME_LIMIT = 10_000;

/** The one place that starts tmux and waits for its answer. */
export type Tmux = (...args: string[]) => Promise<string>;

export function tmuxRunner({ program, env }: MultiplexerOptions): Tmux {
  return async (...args) => (await run(program, args, { env, timeLimit: TIME_LIMIT })).stdout;
}

/** tmux ends with status 1 and one of these sentences when no server is there to ask. */
export function saysNoServer(error: unknown): boolean {
  return (
    OvldError.is(error, "program-failed") &&
    /^(no server running on|error connecting to|no sessions)/m.test(error.details.stderr)
  );
}
