import { armyOfProcess, sessionKindOf } from "#app/lifecycle/army-of-process.ts";
import { findProcesses } from "#base/processes.ts";
import type { Context } from "#cli/frame/context.ts";
import { resolvePaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { socketEnv } from "#home/socket-env.ts";

/** Running but unregistered armies of this ovld home, found by the processes of relays, wait hooks and agents. */
export async function strayArmies(recorded: readonly SessionEntry[], { env, clock }: Context): Promise<SessionEntry[]> {
  const paths = resolvePaths(env);
  const armyOf = armyOfProcess(paths);
  const known = new Set(recorded.map(({ name }) => name));
  const strays = new Map<string, SessionEntry>();
  await findProcesses((running) => {
    const name = armyOf(running);
    const multiplexer = name === undefined ? undefined : sessionKindOf(running, name);
    if (name === undefined || multiplexer === undefined || known.has(name)) return false;
    const started = new Date(clock.now()).toISOString();
    const unknown = { directory: paths.sessions, started, formation: "", roster: [], panes: {} };
    strays.set(name, { ...unknown, name, multiplexer, socketEnv: socketEnv(running.environment) });
    return true;
  });
  return [...strays.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}
