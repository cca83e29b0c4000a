import { randomUUID } from "node:crypto";
import { identityOf } from "#base/process-identity.ts";
import { lastLine } from "#errors/error-table.ts";
import { OvldError, reasonOf } from "#errors/ovld-error.ts";
import { type Attempt, failedRun, makeSession } from "#multiplexer/tmux/make-session.ts";
import type { PaneState } from "#multiplexer/tmux/pane-state.ts";
import { sessionSteps } from "#multiplexer/tmux/session-steps.ts";
import type { ManagerParts } from "./manager-parts.ts";
import { sessionDraft } from "./session-draft.ts";
import type { SessionSpec } from "./tmux-config.ts";
import { TmuxSessionError } from "./tmux-session-error.ts";

/** Makes a session and records it in the registry. */
export function createSession(
  { tmux, records, clock, config: { columns, rows } }: ManagerParts,
  config: SessionSpec,
  signal?: AbortSignal,
): Promise<PaneState[]> {
  const mark = randomUUID();
  const { name: session, agents, environment } = config;
  const size = { columns: config.columns ?? columns, rows: config.rows ?? rows };
  return makeSession(tmux, {
    session,
    mark,
    steps: sessionSteps(sessionDraft(config, { mark, size })),
    // Variables may hold secrets, which a process list must not show.
    hidden: Object.keys(environment).length > 0 || agents.some((agent) => agent.environment),
    signal,
    missingIn: (panes) => agents.map(({ id }) => id).filter((id) => !panes.some(({ agent }) => agent === id)),
    async finish([first], socket) {
      if (!first) return;
      const server = { ...first.server, socket, process: await identityOf(first.server.pid) };
      await records.write({ mark, created: new Date(clock.now()).toISOString(), server, config });
    },
    undo: () => records.remove(mark),
    failure: (error, attempt) => failureOf(session, error, attempt),
  });
}

function failureOf(session: string, error: unknown, { step, isRemoved }: Attempt): unknown {
  if (OvldError.is(error, "cancelled") && isRemoved) return error;
  const { stderr = "", exitCode = null } = failedRun(error) ?? {};
  const failed = OvldError.is(error, "file-failed") ? { step: "registry", command: [] } : step;
  return new TmuxSessionError({
    session,
    step: failed?.step ?? "session",
    command: failed?.command ?? [],
    exitCode,
    stderr,
    cleanedUp: isRemoved,
    reason: OvldError.is(error, "program-failed") && stderr !== "" ? lastLine(stderr) : reasonOf(error),
    cause: error,
  });
}
