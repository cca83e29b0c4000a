import { paneProcesses, panePrograms } from "#app/lifecycle/pane-processes.ts";
import { processTable } from "#base/process-table.ts";
import type { Context } from "#cli/frame/context.ts";
import type { SessionEntry } from "#home/session-entry.ts";

export interface ArmyServer {
  pid: number;
  /** Programs outside the army run in it. */
  isShared: boolean;
}

/** The multiplexer server of an army, found as the agents' parent process; works without the multiplexer's program. */
export async function serverOfArmy(entry: SessionEntry, { env }: Context): Promise<ArmyServer | undefined> {
  const isOfPane = paneProcesses(entry, env);
  const table = await processTable();
  const [found] = panePrograms(table, entry, isOfPane);
  if (!found) return undefined;
  const { pid } = found.server;
  return { pid, isShared: table.some((running) => running.parent === pid && !isOfPane(running)) };
}
