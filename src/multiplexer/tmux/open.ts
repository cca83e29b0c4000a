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

/** The environment that is set as well is not shown: it may hold secrets. */
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

/** Starts the plan and shows it here; resolves when the person has left it, for whatever reason. */
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
    // What went wrong before matters more than what goes wrong now.
    await endSessions(tmux, (made) => made.session.mark === mark).catch(() => {});
    // Ctrl-C reaches a client that is just starting, too.
    throw orCancelled(error, options.signal);
  }
}

/** A server may run since long ago: its programs shall find what those of the person find who summons. */
function environmentOf(env: Environment): Record<string, string> {
  const carried = Object.entries(withoutNesting(env)).filter(([name]) => !terminals.test(name));
  return Object.fromEntries(carried.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** What tells of the terminal and the shell that we were started in, and is not true in a pane. */
const terminals = /^(TERM|TERM_PROGRAM|TERM_PROGRAM_VERSION|TERMCAP|COLUMNS|LINES|WINDOWID|PWD|OLDPWD|SHLVL|_)$/;
