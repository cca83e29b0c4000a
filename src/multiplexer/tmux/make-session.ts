import { OvldError } from "#errors/ovld-error.ts";
import type { TmuxCommand } from "./command.ts";
import { endProcessesOf, endSessions } from "./end-session.ts";
import { panesFrom } from "./listing.ts";
import { say } from "./on-server.ts";
import type { PaneState } from "./pane-state.ts";
import type { Tmux } from "./run.ts";
import { afterExiting } from "./server-state.ts";
import type { Step } from "./session-steps.ts";

/** How to make a session. */
export interface Making {
  session: string;
  mark: string;
  steps: readonly Step[];
  /** True if the commands contain secrets, which a process list must not show. */
  hidden: boolean;
  signal?: AbortSignal | undefined;
  /** Planned items without a pane. */
  missingIn(panes: readonly PaneState[]): string[];
  /** Runs before the session counts as made, with its server's socket; resolves with the undo. */
  finish?(panes: readonly PaneState[], socket: string): Promise<void>;
  undo?(): Promise<void>;
  /** The error to throw after the partial session was removed. */
  failure(error: unknown, attempt: Attempt): unknown;
}

export interface Attempt {
  /** The step that tmux failed at, else the first one. */
  step: Step | undefined;
  /** Whether nothing of the attempt is left. */
  isRemoved: boolean;
}

/**
 * Makes a session with one tmux process. A failure or an abort leaves no session; a name that is taken throws
 * `session-taken` and leaves that session alone.
 */
export async function makeSession(tmux: Tmux, making: Making): Promise<PaneState[]> {
  const { session, mark, steps, hidden, signal } = making;
  const { program } = tmux;
  if (signal?.aborted) throw new OvldError("cancelled", {});
  try {
    // Not aborted midway: the server would run the remaining commands anyway.
    const make = () => tmux.run(steps.flatMap(answered), { hidden });
    const lines = (await afterExiting(make, (error) => failedRun(error)?.stdout === "")).split("\n");
    if (signal?.aborted) throw new OvldError("cancelled", {});
    const panes = panesFrom(lines.slice(steps.length - 1).join("\n"));
    const missing = making.missingIn(panes);
    if (missing.length > 0) throw new OvldError("panes-missing", { session, program, panes: missing });
    await making.finish?.(panes, madeFrom(lines[0]).socket);
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
    throw making.failure(error, { step: steps[said.length], isRemoved });
  }
}

/** tmux's stderr; for a server that died it is in the cause of the error. */
export function failedRun(error: unknown): OvldError<"program-failed">["details"] | undefined {
  if (OvldError.is(error, "program-failed")) return error.details;
  return error instanceof OvldError && OvldError.is(error.cause, "program-failed") ? error.cause.details : undefined;
}

/** Each step but the last, which lists panes, prints one line, so the number of lines identifies the failed step. */
function answered({ command }: Step): TmuxCommand[] {
  const [name, ...args] = command;
  if (name === "list-panes") return [command];
  return makesPane.includes(name) ? [[name, "-P", "-F", MADE, ...args]] : [command, say("done")];
}

const makesPane = ["new-session", "new-window", "split-window"];
/** Printed by a command that makes a pane: its session and server. */
const MADE = "#{session_id} #{pid} #{socket_path}";

function madeFrom(line = ""): { id: string; pid: number; socket: string } {
  const [id = "", pid, ...socket] = line.split(" ");
  return { id, pid: Number(pid), socket: socket.join(" ") };
}

/** Finds the session by its mark, or by tmux's output if it could not be marked yet. */
async function remove(tmux: Tmux, mark: string, made: string | undefined): Promise<void> {
  const { id, pid } = madeFrom(made);
  await endSessions(tmux, ({ server, session }) => session.mark === mark || (session.id === id && server.pid === pid));
  await endProcessesOf(mark);
}
