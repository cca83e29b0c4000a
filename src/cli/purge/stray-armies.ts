import { findProcesses, type RunningProcess } from "#base/processes.ts";
import type { Context } from "#cli/context.ts";
import { type Environment, resolvePaths } from "#config/paths.ts";
import type { SessionEntry } from "#config/session-entry.ts";
import { armyOfProcess, seatOf } from "./army-of-process.ts";

/** An army that runs, and of which nothing is recorded. */
export interface StrayArmy {
  /** As far as its processes tell. */
  entry: SessionEntry;
  /** By which its multiplexer is found: it may have been summoned from somewhere else. */
  env: Environment;
}

/** Armies of this ovld home whose records are damaged or gone, as their relays, waiters and agents tell of them. */
export async function strayArmies(recorded: readonly SessionEntry[], { env, clock }: Context): Promise<StrayArmy[]> {
  const paths = resolvePaths(env);
  const armyOf = armyOfProcess(paths);
  const known = new Set(recorded.map(({ name }) => name));
  const strays = new Map<string, StrayArmy>();
  await findProcesses((running) => {
    const name = armyOf(running);
    const multiplexer = name === undefined ? undefined : seatOf(running, name);
    if (name === undefined || multiplexer === undefined || known.has(name)) return false;
    const started = new Date(clock.now()).toISOString();
    const unknown = { directory: paths.sessions, started, formation: "", roster: [], panes: {} };
    strays.set(name, { entry: { ...unknown, name, multiplexer }, env: environmentOf(running, env, paths.home) });
    return true;
  });
  return [...strays.values()].sort((one, other) => (one.entry.name < other.entry.name ? -1 : 1));
}

/** Ours, but for what says where its multiplexer listens. */
function environmentOf({ environment }: RunningProcess, ours: Environment, home: string): Environment {
  const { HOME, ZELLIJ_SOCKET_DIR, XDG_RUNTIME_DIR, TMPDIR, TMUX_TMPDIR } = environment;
  return { ...ours, HOME, ZELLIJ_SOCKET_DIR, XDG_RUNTIME_DIR, TMPDIR, TMUX_TMPDIR, OVLD_HOME: home };
}
