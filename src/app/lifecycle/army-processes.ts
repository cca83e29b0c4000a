import { openSenses } from "#app/armies/army-agents.ts";
import type { Services } from "#app/services.ts";
import { processTable, type RunningProcess } from "#base/process-table.ts";
import { endProcesses, whileRunning } from "#base/processes.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { armyOfProcess } from "./army-of-process.ts";
import { isProgramOf, paneOf, paneProcesses, panePrograms, sessionProcesses } from "./pane-processes.ts";

/** Processes of an army, listed before its multiplexer ends: afterwards their parents are unknown. */
export interface ArmyProcesses {
  /**
   * Ends agents, relays and watcher with their descendants, the programs of all panes, and the session's own server.
   * Resolves to detached processes that stay, such as a person's `ssh-agent` or `nohup` job.
   */
  end(): Promise<RunningProcess[]>;
}

export async function armyProcesses(entry: SessionEntry, services: Services): Promise<ArmyProcesses> {
  const { env, clock } = services;
  const [isOfPane, isOfSession] = [paneProcesses(entry, env), sessionProcesses(entry, env)];
  const isAgent = await agentsOf(entry, services);
  /** Ended with their descendants, and ended alone. */
  const [trees, programs] = [new Set<string>(), new Set<string>()];

  const own = (table: readonly RunningProcess[]): RunningProcess[] => {
    const inPanes = panePrograms(table, entry, isOfPane).map(({ program }) => program);
    const servers = table.filter(
      (running) => isProgramOf(entry.multiplexer, running) && isOfSession(running) && !isOfPane(running),
    );
    for (const program of [...inPanes, ...servers]) programs.add(keyOf(program));
    const roots = table.filter((running) => trees.has(keyOf(running)) || isAgent(running, inPanes.includes(running)));
    for (const running of withAllBelow(table, roots)) trees.add(keyOf(running));
    return table.filter((running) => trees.has(keyOf(running)) || programs.has(keyOf(running)));
  };

  const first = await processTable();
  const owned = own(first);
  const hungUp = new Set(withAllBelow(first, owned).map(keyOf));
  return {
    async end() {
      await endProcesses(own, clock);
      // Other programs in the panes end by SIGHUP when they lose their terminal, unless they ignore it.
      await whileRunning((table) => table.filter((running) => hungUp.has(keyOf(running))), clock);
      return stayed(await processTable(), isOfSession);
    },
  };
}

/** Recognises agents, relays, hooks and the watcher of this army. */
async function agentsOf(entry: SessionEntry, services: Services) {
  const { env } = services;
  const paths = resolvePaths(env);
  const armyOf = armyOfProcess(paths);
  const isOfPane = paneProcesses(entry, env);
  const { folder, relay } = sessionPaths(paths, entry.name);
  const sensesOf = await openSenses(services);
  const told = new Set(
    await Promise.all(
      entry.roster.map(async (role) => {
        const agent = { role, folder, relay };
        const process = await sensesOf(agent).observer.process(agent);
        return `${process?.pid} ${process?.started?.split(":")[1]}`;
      }),
    ),
  );
  const panes = new Set(Object.values(entry.panes));
  return (running: RunningProcess, isInPane: boolean): boolean =>
    armyOf(running) === entry.name ||
    // Agents can forge what their hooks report, so it counts only for processes of this session.
    (isOfPane(running) && told.has(keyOf(running))) ||
    (isInPane && panes.has(paneOf(running) ?? ""));
}

function withAllBelow(table: readonly RunningProcess[], roots: readonly RunningProcess[]): RunningProcess[] {
  const found = new Set(roots);
  // Iterating over a set includes elements added meanwhile.
  for (const { pid } of found) for (const child of table) if (child.parent === pid) found.add(child);
  return [...found];
}

/** Roots of the remaining process trees, without other armies and the caller. */
function stayed(table: readonly RunningProcess[], isOfSession: (running: RunningProcess) => boolean): RunningProcess[] {
  const parents = new Map(table.map(({ pid, parent }) => [pid, parent]));
  const above = new Set<number>();
  for (let pid: number | undefined = process.ppid; pid !== undefined; pid = parents.get(pid)) above.add(pid);
  const left = table.filter(
    (running) => isOfSession(running) && !above.has(running.pid) && running.environment.OVLD_RELAY_DIR === undefined,
  );
  const pids = new Set(left.map(({ pid }) => pid));
  return left.filter(({ parent }) => !pids.has(parent));
}

function keyOf({ pid, started }: RunningProcess): string {
  return `${pid} ${started}`;
}
