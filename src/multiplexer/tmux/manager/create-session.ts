import { randomUUID } from "node:crypto";
import { OvldError } from "#base/errors.ts";
import { identityOf } from "#base/process-identity.ts";
import type { TmuxCommand } from "#multiplexer/tmux/command.ts";
import { endProcessesOf, endSession } from "./end-session.ts";
import { say } from "./on-server.ts";
import { type PaneState, panesFrom, readServer } from "./server-state.ts";
import { failureOf } from "./session-failure.ts";
import { type Step, sessionSteps } from "./session-steps.ts";
import type { SessionConfig } from "./tmux-config.ts";
import type { Workplace } from "./workplace.ts";

/**
 * Makes a session with one tmux process and notes it in the registry. A failure leaves nothing of it; a name that is
 * taken throws `session-taken` and leaves that session alone.
 */
export async function createSession(
  place: Workplace,
  config: SessionConfig,
  signal?: AbortSignal,
): Promise<PaneState[]> {
  if (signal?.aborted) throw new OvldError("cancelled", {});
  const mark = randomUUID();
  const steps = sessionSteps(config, { mark, ...place.config });
  try {
    // Not aborted half way: the server would go on with what it was told.
    const { socket, panes } = await carryOut(place, config, steps);
    if (signal?.aborted) throw new OvldError("cancelled", {});
    await register(place, config, { mark, socket, panes });
    return panes;
  } catch (error) {
    throw await failureOf(error, { session: config.name, program: place.tmux.program, steps }, (made) =>
      remove(place, mark, made),
    );
  }
}

async function carryOut({ tmux }: Workplace, config: SessionConfig, steps: readonly Step[]) {
  // Variables may hold secrets, which no list of processes shall show.
  const hidden = Object.keys(config.environment).length > 0 || config.agents.some((agent) => agent.environment);
  const answer = await tmux.run(steps.flatMap(withAnswer), { hidden });
  const lines = answer.split("\n");
  const [, , ...socket] = (lines[0] ?? "").split(" ");
  const panes = panesFrom(lines.slice(steps.length - 1).join("\n"));
  const missing = config.agents.filter(({ id }) => !panes.some(({ agent }) => agent === id)).map(({ id }) => id);
  if (missing.length > 0)
    throw new OvldError("panes-missing", { session: config.name, program: tmux.program, panes: missing });
  return { socket: socket.join(" "), panes };
}

/** Every step says when it is done, so that a failure can be told from how much was said. */
function withAnswer({ command, answers }: Step): TmuxCommand[] {
  return answers ? [command] : [command, say("done")];
}

async function register(
  { records, clock }: Workplace,
  config: SessionConfig,
  { mark, socket, panes }: { mark: string; socket: string; panes: readonly PaneState[] },
): Promise<void> {
  const [first] = panes;
  if (!first) return;
  const created = new Date(clock.now()).toISOString();
  const server = { ...first.server, socket, process: await identityOf(first.server.pid) };
  await records.write({ mark, created, server, config });
}

/** Removes what was made, known by its mark, or by what tmux said of it when it could not be marked. */
async function remove(place: Workplace, mark: string, made: string | undefined): Promise<void> {
  const [session, pid] = made?.split(" ") ?? [];
  const panes = (await readServer(place.tmux)).filter(
    (pane) => pane.session.mark === mark || (pane.session.id === session && pane.server.pid === Number(pid)),
  );
  const [first] = panes;
  if (first) await endSession(place, first);
  await endProcessesOf(place, mark);
  await place.records.remove(mark);
}
