import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { findProcesses, isMatch } from "#base/processes.ts";
import type { Context } from "#cli/context.ts";
import { paneProcesses } from "#cli/dismiss-army.ts";
import type { SessionEntry } from "#config/session-entry.ts";

export interface ArmyServer {
  pid: number;
  /** Something runs in it that is not the army's. */
  isShared: boolean;
}

/** The server in whose panes an army runs, found as its agents' parent: without its program there is nobody to ask. */
export async function serverOfArmy(entry: SessionEntry, { env }: Context): Promise<ArmyServer | undefined> {
  const match = paneProcesses(entry, env);
  const agents = new Set(await findProcesses(({ environment }) => isMatch(environment, match)));
  const parents = await parentsOfAll();
  const above = new Set([...agents].map((pid) => parents.get(pid)));
  const isServer = (pid: number, program = "") =>
    above.has(pid) && !agents.has(pid) && basename(program).startsWith(entry.multiplexer);
  const [pid] = await findProcesses((running) => isServer(running.pid, running.argv[0]));
  if (pid === undefined) return undefined;
  return { pid, isShared: [...parents].some(([child, parent]) => parent === pid && !agents.has(child)) };
}

async function parentsOfAll(): Promise<Map<number, number>> {
  const pids = await findProcesses(() => true);
  const pairs = pids.map(async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    // The name before it can have any characters.
    return [pid, Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])] as const;
  });
  return new Map(await Promise.all(pairs));
}
