import { OvldError } from "#errors/ovld-error.ts";
import type { TmuxCommand } from "./command.ts";
import { endProcessesOf, endSessions } from "./end-session.ts";
import { panesFrom } from "./listing.ts";
import { say } from "./on-server.ts";
import type { PaneState } from "./pane-state.ts";
import type { Tmux } from "./run.ts";
import type { Step } from "./session-steps.ts";

/** What a session is made of, and what belongs to making it. */
export interface Making {
  session: string;
  mark: string;
  steps: readonly Step[];
  /** The commands hold what no list of processes shall show. */
  hidden: boolean;
  signal?: AbortSignal | undefined;
  /** What was planned and is not among the panes. */
  missingIn(panes: readonly PaneState[]): string[];
  /** Done before the session counts as made, with the socket of its server; and how that is undone. */
  finish?(panes: readonly PaneState[], socket: string): Promise<void>;
  undo?(): Promise<void>;
  /** The error to throw, after what had been made was removed. */
  failure(error: unknown, attempt: Attempt): unknown;
}

export interface Attempt {
  /** The step that tmux failed at, else the first one. */
  step: Step | undefined;
  /** Whether nothing is left of what had been made. */
  isRemoved: boolean;
}

/**
 * Makes a session with one tmux process. A failure or an abort leaves nothing of it; a name that is taken throws
 * `session-taken` and leaves that session alone.
 */
export async function makeSession(tmux: Tmux, making: Making): Promise<PaneState[]> {
  const { session, mark, steps, hidden, signal } = making;
  const { program } = tmux;
  if (signal?.aborted) throw new OvldError("cancelled", {});
  try {
    // Not aborted half way: the server would go on with what it was told.
    const lines = (await tmux.run(steps.flatMap(answered), { hidden })).split("\n");
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

/** What tmux said; a server that died is told of by an error around it. */
export function failedRun(error: unknown): OvldError<"program-failed">["details"] | undefined {
  if (OvldError.is(error, "program-failed")) return error.details;
  return error instanceof OvldError && OvldError.is(error.cause, "program-failed") ? error.cause.details : undefined;
}

/** Each step but the last, which lists panes, answers with one line: the number of lines tells which step failed. */
function answered({ command }: Step): TmuxCommand[] {
  const [name, ...args] = command;
  if (name === "list-panes") return [command];
  return makesPane.includes(name) ? [[name, "-P", "-F", MADE, ...args]] : [command, say("done")];
}

const makesPane = ["new-session", "new-window", "split-window"];
/** The answer of a command that makes a pane: in which session on which server. */
const MADE = "#{session_id} #{pid} #{socket_path}";

function madeFrom(line = ""): { id: string; pid: number; socket: string } {
  const [id = "", pid, ...socket] = line.split(" ");
  return { id, pid: Number(pid), socket: socket.join(" ") };
}

/** What was made is known by its mark, or by what tmux said of it when it could not be marked. */
async function remove(tmux: Tmux, mark: string, made: string | undefined): Promise<void> {
  const { id, pid } = madeFrom(made);
  await endSessions(tmux, ({ server, session }) => session.mark === mark || (session.id === id && server.pid === pid));
  await endProcessesOf(mark);
}
