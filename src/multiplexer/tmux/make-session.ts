import { systemClock } from "#base/clock.ts";
import { endProcessesWith } from "#base/processes.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { TmuxCommand } from "./command.ts";
import { endSessions } from "./end-session.ts";
import { panesFrom } from "./listing.ts";
import type { PaneState } from "./pane-state.ts";
import type { Tmux } from "./run.ts";

/** The variable that all programs of a session have, with the session's mark. */
export const MARK_VARIABLE = "OVLD_TMUX_MARK";

/** What a session is made of, and what belongs to making it. */
export interface Making {
  session: string;
  /** Tells this session from any other, on its server and in the environment of its programs. */
  mark: string;
  commands: readonly TmuxCommand[];
  /** How many lines the commands say before the last one lists the panes. */
  linesBefore: number;
  /** The commands hold what no list of processes shall show. */
  hidden: boolean;
  signal?: AbortSignal | undefined;
  /** What was planned and is not among the panes. */
  missingIn(panes: readonly PaneState[]): string[];
  /** Done with the session before it counts as made, given the first line that tmux said; and how it is undone. */
  finish?(panes: readonly PaneState[], firstLine: string): Promise<void>;
  undo?(): Promise<void>;
  /** The error to throw, after what had been made was removed. */
  failure(error: unknown, attempt: Attempt): unknown;
}

export interface Attempt {
  /** The lines that tmux said before it failed. */
  said: readonly string[];
  /** Whether nothing is left of what had been made. */
  isRemoved: boolean;
}

/**
 * Makes a session with one tmux process. A failure or an abort leaves nothing of it; a name that is taken throws
 * `session-taken` and leaves that session alone.
 */
export async function makeSession(tmux: Tmux, making: Making): Promise<PaneState[]> {
  const { session, mark, commands, linesBefore, hidden, signal } = making;
  const { program } = tmux;
  if (signal?.aborted) throw new OvldError("cancelled", {});
  try {
    // Not aborted half way: the server would go on with what it was told.
    const lines = (await tmux.run(commands, { hidden })).split("\n");
    if (signal?.aborted) throw new OvldError("cancelled", {});
    const panes = panesFrom(lines.slice(linesBefore).join("\n"));
    const missing = making.missingIn(panes);
    if (missing.length > 0) throw new OvldError("panes-missing", { session, program, panes: missing });
    await making.finish?.(panes, lines[0] ?? "");
    return panes;
  } catch (error) {
    if (OvldError.is(error, "program-missing", "program-unstartable", "program-too-old")) throw error;
    const { stdout = "", stderr = "" } = failedRun(error) ?? {};
    const said = stdout.split("\n").slice(0, -1);
    if (said.length === 0 && /^duplicate session/m.test(stderr))
      throw new OvldError("session-taken", { session, program, cause: error });
    const removing = remove(tmux, mark, said[0]).then(() => making.undo?.());
    const isRemoved = await removing.then(
      () => true,
      () => false,
    );
    throw making.failure(error, { said, isRemoved });
  }
}

/** What tmux said; a server that died is told of by an error around it. */
export function failedRun(error: unknown): OvldError<"program-failed">["details"] | undefined {
  if (OvldError.is(error, "program-failed")) return error.details;
  return error instanceof OvldError && OvldError.is(error.cause, "program-failed") ? error.cause.details : undefined;
}

/** Ends what did not end when its terminal was taken away. */
export function endProcessesOf(mark: string): Promise<void> {
  return endProcessesWith({ [MARK_VARIABLE]: mark }, systemClock);
}

/** What was made is known by its mark, or by what tmux said of it when it could not be marked. */
async function remove(tmux: Tmux, mark: string, made = ""): Promise<void> {
  const [id, pid] = made.split(" ");
  await endSessions(
    tmux,
    ({ server, session }) => session.mark === mark || (session.id === id && server.pid === Number(pid)),
  );
  await endProcessesOf(mark);
}
