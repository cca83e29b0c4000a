import { lastLine } from "#errors/error-table.ts";
import { OvldError, reasonOf } from "#errors/ovld-error.ts";
import { type Attempt, failedRun } from "#multiplexer/tmux/make-session.ts";
import { TmuxSessionError } from "#tmux-manager/tmux-session-error.ts";
import type { Step } from "./session-steps.ts";

interface FailedSession extends Attempt {
  session: string;
  steps: readonly Step[];
}

/** The error to throw when making a session failed. */
export function failureOf(error: unknown, { session, steps, said, isRemoved }: FailedSession): unknown {
  if (OvldError.is(error, "cancelled") && isRemoved) return error;
  const { stderr = "", exitCode = null } = failedRun(error) ?? {};
  const isRegistry = OvldError.is(error, "file-failed");
  const failed = isRegistry ? { step: "registry", command: [] } : steps[said.length];
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
