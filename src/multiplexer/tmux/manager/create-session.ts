import { randomUUID } from "node:crypto";
import { identityOf } from "#base/process-identity.ts";
import type { TmuxCommand } from "#multiplexer/tmux/command.ts";
import { makeSession } from "#multiplexer/tmux/make-session.ts";
import { say } from "#multiplexer/tmux/on-server.ts";
import type { PaneState } from "#multiplexer/tmux/pane-state.ts";
import type { Workplace } from "#tmux-manager/manager-parts.ts";
import type { SessionSpec } from "#tmux-manager/tmux-config.ts";
import { failureOf } from "./session-failure.ts";
import { type Step, sessionSteps } from "./session-steps.ts";

/** Makes a session and notes it in the registry. */
export function createSession(
  { tmux, records, clock, config: { columns, rows } }: Workplace,
  config: SessionSpec,
  signal?: AbortSignal,
): Promise<PaneState[]> {
  const mark = randomUUID();
  const steps = sessionSteps(config, { mark, columns, rows, ...config });
  const { name: session, agents, environment } = config;
  return makeSession(tmux, {
    session,
    mark,
    commands: steps.flatMap(withAnswer),
    linesBefore: steps.length - 1,
    // Variables may hold secrets, which no list of processes shall show.
    hidden: Object.keys(environment).length > 0 || agents.some((agent) => agent.environment),
    signal,
    missingIn: (panes) => agents.map(({ id }) => id).filter((id) => !panes.some(({ agent }) => agent === id)),
    async finish([first], firstLine) {
      if (!first) return;
      const [, , ...socket] = firstLine.split(" ");
      const server = { ...first.server, socket: socket.join(" "), process: await identityOf(first.server.pid) };
      await records.write({ mark, created: new Date(clock.now()).toISOString(), server, config });
    },
    undo: () => records.remove(mark),
    failure: (error, attempt) => failureOf(error, { ...attempt, session, steps }),
  });
}

/** Every step says when it is done, so that a failure can be told from how much was said. */
function withAnswer({ command, answers }: Step): TmuxCommand[] {
  return answers ? [command] : [command, say("done")];
}
