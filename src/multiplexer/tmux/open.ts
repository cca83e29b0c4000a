import { randomUUID } from "node:crypto";
import { OvldError, orCancelled } from "#errors/ovld-error.ts";
import {
  type Description,
  type Leaving,
  leavingOf,
  type MultiplexerOptions,
  type OpenOptions,
  type Pane,
} from "#multiplexer/multiplexer.ts";
import { withoutNesting } from "#multiplexer/nesting.ts";
import { missingIn, type SessionPlan } from "#multiplexer/session-plan.ts";
import { attachTo } from "./attach.ts";
import { endSessions } from "./end-session.ts";
import { makeSession } from "./make-session.ts";
import { plain } from "./panes.ts";
import type { Tmux } from "./run.ts";
import { planSteps, sessionCommands } from "./session-commands.ts";

type Environment = MultiplexerOptions["env"];

/** Leaves out the environment, which may hold secrets. */
export function describeSession(tmux: Tmux, plan: SessionPlan): Description {
  const background = [tmux.program, ...tmux.args(sessionCommands(plan, { mark: "…", environment: {} }))];
  return { files: [], background, foreground: [...background, ";", "attach-session", "-t", `=${plan.session}`] };
}

/** Starts the plan with one tmux process; a failure or an abort leaves no session. */
export async function openInBackground(
  tmux: Tmux,
  env: Environment,
  plan: SessionPlan,
  { signal }: OpenOptions,
  mark: string = randomUUID(),
): Promise<Pane[]> {
  const panes = await makeSession(tmux, {
    session: plan.session,
    mark,
    steps: planSteps(plan, { mark, environment: environmentOf(env) }),
    hidden: true,
    signal,
    missingIn: (made) => missingIn(made.map(plain), plan),
    failure: (error) => orCancelled(error, signal),
  });
  return panes.map(plain);
}

/** Starts the plan and shows it here; resolves when the person detaches or the session ends. */
export async function openOnTerminal(
  tmux: Tmux,
  env: Environment,
  plan: SessionPlan,
  options: OpenOptions,
): Promise<Leaving> {
  const { session } = plan;
  const mark = randomUUID();
  await openInBackground(tmux, env, plan, options, mark);
  try {
    const { wasShown, exitCode } = await attachTo(tmux, session, options.signal);
    if (wasShown) return leavingOf(exitCode);
    throw new OvldError("session-not-started", { session, program: tmux.program, exitCode });
  } catch (error) {
    // The first error matters more than a failed cleanup.
    await endSessions(tmux, (made) => made.session.mark === mark).catch(() => {});
    // Ctrl-C also reaches a client that is still starting.
    throw orCancelled(error, options.signal);
  }
}

/** The server may have started long ago with another environment: the army's programs get that of `summon`. */
function environmentOf(env: Environment): Record<string, string> {
  const carried = Object.entries(withoutNesting(env)).filter(([name]) => !terminals.test(name));
  return Object.fromEntries(carried.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Variables of the terminal and shell that started ovld; a pane has its own. */
const terminals = /^(TERM|TERM_PROGRAM|TERM_PROGRAM_VERSION|TERMCAP|COLUMNS|LINES|WINDOWID|PWD|OLDPWD|SHLVL|_)$/;
