import { OvldError } from "#base/errors.ts";
import { run } from "#base/run.ts";
import type { MultiplexerOptions } from "#multiplexer/multiplexer.ts";

const TIME_LIMIT = 10_000;

/** The one place that starts zellij and waits for its answer. */
export type Zellij = (...args: string[]) => Promise<string>;

export function zellijRunner({ program, env }: MultiplexerOptions): Zellij {
  return async (...args) => (await run(program, args, { env, timeLimit: TIME_LIMIT })).stdout;
}

/** zellij ends with status 1 and this sentence when there is no session at all. */
export function saysNoSessions(error: unknown): boolean {
  return OvldError.is(error, "program-failed") && /no active zellij sessions/i.test(error.details.stderr);
}
