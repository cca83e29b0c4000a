import { randomUUID } from "node:crypto";
import { OvldError, orCancelled } from "#base/errors.ts";
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
import { endMarked } from "./end.ts";
import { panesFrom, plain } from "./panes.ts";
import type { Tmux } from "./run.ts";
import { says } from "./session.ts";
import { sessionCommands } from "./session-commands.ts";

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
  const { session } = plan;
  const { program } = tmux;
  const commands = sessionCommands(plan, { mark, environment: environmentOf(env) });
  if (signal?.aborted) throw new OvldError("cancelled", {});
  try {
    // Not aborted half way: the server would go on with what it was told.
    const panes = panesFrom(await tmux.run(commands, { hidden: true }));
    if (signal?.aborted) throw new OvldError("cancelled", {});
    const missing = missingIn(panes, plan);
    if (missing.length > 0) throw new OvldError("panes-missing", { session, program, panes: missing });
    return panes.map(plain);
  } catch (error) {
    if (says(error, /^duplicate session/m)) throw new OvldError("session-taken", { session, program, cause: error });
    // What went wrong before matters more than what goes wrong now.
    await endMarked(tmux, session, mark).catch(() => {});
    throw orCancelled(error, signal);
  }
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
    await endMarked(tmux, session, mark).catch(() => {});
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
