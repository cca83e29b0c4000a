import { paneProcesses, panePrograms } from "#app/lifecycle/pane-processes.ts";
import { processTable } from "#base/process-table.ts";
import type { Context } from "#cli/frame/context.ts";
import type { SessionEntry } from "#home/session-entry.ts";

export interface ArmyServer {
  pid: number;
  /** Something runs in it that is not the army's. */
  isShared: boolean;
}

/** The server in whose panes an army runs, found as its agents' parent: without its program there is nobody to ask. */
export async function serverOfArmy(entry: SessionEntry, { env }: Context): Promise<ArmyServer | undefined> {
  const isOfPane = paneProcesses(entry, env);
  const table = await processTable();
  const [found] = panePrograms(table, entry, isOfPane);
  if (!found) return undefined;
  const { pid } = found.server;
  return { pid, isShared: table.some((running) => running.parent === pid && !isOfPane(running)) };
}
