import { lastLine } from "#base/error-table.ts";
import { OvldError, reasonOf } from "#base/errors.ts";
import type { Step } from "./session-steps.ts";
import { TmuxSessionError } from "./tmux-session-error.ts";

interface Attempt {
  session: string;
  program: string;
  steps: readonly Step[];
}

/** The error to throw when making a session failed; removes what had been made, unless nothing can have been. */
export async function failureOf(
  error: unknown,
  { session, program, steps }: Attempt,
  remove: (made: string | undefined) => Promise<void>,
): Promise<OvldError> {
  if (OvldError.is(error, "program-missing", "program-unstartable", "program-too-old")) return error;
  const { stdout = "", stderr = "", exitCode = null } = detailsOf(error);
  const said = stdout.split("\n").slice(0, -1);
  if (said.length === 0 && /^duplicate session/m.test(stderr))
    return new OvldError("session-taken", { session, program, cause: error });
  const cleanedUp = await remove(said[0]).then(
    () => true,
    () => false,
  );
  if (OvldError.is(error, "cancelled") && cleanedUp) return error;
  const isRegistry = OvldError.is(error, "file-failed");
  const failed = isRegistry ? { step: "registry", command: [] } : steps[said.length];
  return new TmuxSessionError({
    session,
    step: failed?.step ?? "session",
    command: failed?.command ?? [],
    exitCode,
    stderr,
    cleanedUp,
    reason: OvldError.is(error, "program-failed") && stderr !== "" ? lastLine(stderr) : reasonOf(error),
    cause: error,
  });
}

/** What tmux said; a server that died is told of by an error around it. */
function detailsOf(error: unknown): { stdout?: string; stderr?: string; exitCode?: number | null } {
  if (OvldError.is(error, "program-failed")) return error.details;
  return error instanceof OvldError && OvldError.is(error.cause, "program-failed") ? error.cause.details : {};
}
