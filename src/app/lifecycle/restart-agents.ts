import { join } from "node:path";
import type { AgentKind } from "#agent-cli/kinds.ts";
import { openSenses } from "#app/armies/army-agents.ts";
import { multiplexerOf, registryOf, surveySessions } from "#app/armies/army-parts.ts";
import { asSummoned } from "#app/armies/as-summoned.ts";
import { loadConfig } from "#app/armies/load-config.ts";
import { requireCurrent } from "#app/armies/take-over.ts";
import { giveBeside } from "#app/rituals/give-beside.ts";
import type { Services } from "#app/services.ts";
import { planArmy, type SummonPlan } from "#app/summon/summon-plan.ts";
import { writeSessionFile } from "#app/summon/write-session-file.ts";
import { forgetFailure } from "#app/supervisor/failures-file.ts";
import { startWatcher } from "#app/supervisor/start-watcher.ts";
import { openFields } from "#app/work/open-fields.ts";
import { makeFolder } from "#base/files.ts";
import { withLock } from "#base/lock.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { panesOf } from "#multiplexer/session-plan.ts";
import { restart } from "./restart-agent.ts";

export interface Restarted {
  role: string;
  /** True if the agent resumes its conversation, false if it starts a new one. */
  resumed: boolean;
}

export interface RestartOptions {
  onRestarted?: (restarted: Restarted) => void;
  /** The agent CLI that these roles run from now on. */
  agent?: AgentKind | undefined;
}

const TIME_LIMIT = 60_000;

/**
 * Restarts agents in their panes and resumes their conversations. Agents without one get their ritual again. A failure
 * does not stop the others; the first error is thrown at the end.
 */
export async function restartAgents(
  { name }: SessionEntry,
  roles: readonly string[],
  services: Services,
  { onRestarted = () => {}, agent }: RestartOptions = {},
): Promise<Restarted[]> {
  const { folder } = sessionPaths(resolvePaths(services.env), name);
  const work = async () => {
    // Another restart may have moved panes while this one waited.
    const entry = await registryOf(services).find(name);
    if (!entry) throw new OvldError("session-ended", { session: name });
    requireCurrent(entry);
    const then = asSummoned(entry, services);
    const { config } = loadConfig(then);
    const [surveyed] = await surveySessions([entry], config, then);
    // A second request throws the multiplexer's own error.
    if (surveyed?.state === "unknown") await (await multiplexerOf(entry, config, then)).sessions();
    else if (surveyed?.state !== "running") throw new OvldError("session-ended", { session: name });
    const choice = agent && { byRole: new Map(roles.map((role) => [role, agent])) };
    const rituals = entry.summonedWith?.rituals ?? true;
    const plan = await planArmy(config, then, { rituals, again: entry, roles, choice });
    for (const folder of plan.folders) await makeFolder(folder);
    const fields = plan.fields.filter(({ role }) => roles.includes(role));
    await openFields(entry.fields, fields, then);
    const restarted: Restarted[] = [];
    const failures: unknown[] = [];
    for (const role of roles)
      await restartOne(role, entry, plan, then).then(
        (one) => {
          restarted.push(one);
          onRestarted(one);
        },
        (error) => failures.push(error),
      );
    const fresh = plan.rituals.filter(({ role }) => restarted.some((one) => one.role === role));
    await giveBeside(name, then, fresh);
    await startWatcher(name, then);
    if (failures.length > 0) throw failures[0];
    return restarted;
  };
  return withLock(join(folder, "restart.lock"), work, { timeLimit: TIME_LIMIT, signal: services.signal });
}

async function restartOne(
  role: string,
  { name, panes }: SessionEntry,
  { entry: { agents }, sessionPlan, files, conversations, multiplexer }: SummonPlan,
  services: Services,
): Promise<Restarted> {
  const planned = panesOf(sessionPlan).find(({ pane }) => pane.title === role);
  const conversation = conversations.get(role);
  const agent = agents?.[role];
  if (!planned || !conversation || agent === undefined)
    throw new OvldError("role-unknown", { role, known: [...conversations.keys()] });
  const { tab, pane } = planned;
  const folders = sessionPaths(resolvePaths(services.env), name);
  await restart(
    {
      ...{ session: name, role, pane: panes[role], agent, conversation: conversation.id },
      respawn: { tab, title: role, directory: sessionPlan.directory, argv: pane.launch.argv },
      files: files.filter((file) => file.role === undefined || file.role === role),
    },
    {
      ...{ multiplexer, registry: registryOf(services), writeFile: writeSessionFile },
      folders,
      waker: (await openSenses(services))({ role, ...folders }).waker,
    },
  );
  // The agent runs, so a failed write of the list is no error.
  await forgetFailure(folders.folder, role).catch(() => {});
  return { role, resumed: conversation.isBegun };
}
