import type { MultiplexerOptions } from "#multiplexer/multiplexer.ts";
import { type Act, actor } from "./act.ts";
import { type Zellij, zellijRunner } from "./run.ts";
import type { SessionQueries } from "./sessions.ts";
import { hasServer, socketFolder, socketNames } from "./sockets.ts";
import { type StartGate, startGate } from "./start-gate.ts";

/** How zellij is called. */
export interface ZellijAccess {
  runner: Zellij;
  gate: StartGate;
  queries: SessionQueries;
  /** Without the gate, for a caller that holds it. */
  ungated: SessionQueries;
  act: Act;
}

export function zellijAccess(options: MultiplexerOptions): ZellijAccess {
  const { env } = options;
  const runner = zellijRunner(options);
  const gate = startGate(socketFolder(env));
  const ungated: SessionQueries = {
    ask: runner.ask,
    sockets: () => socketNames(env),
    hasServer: (session) => hasServer(env, session),
  };
  const queries: SessionQueries = { ...ungated, ask: (...args) => gate.ask(() => runner.ask(...args)) };
  return { runner, gate, queries, ungated, act: actor(queries) };
}
