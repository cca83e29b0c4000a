import { join } from "node:path";
import { multiplexerOf, registryOf, surveySessions } from "#app/armies/army-parts.ts";
import { requireCurrent } from "#app/armies/take-over.ts";
import { type Campaign, prepare } from "#app/summon/summon-plan.ts";
import { writeSessionFile } from "#app/summon/write-session-file.ts";
import { forgetLoss } from "#app/supervisor/losses-file.ts";
import { makeFolder } from "#base/files.ts";
import { withLock } from "#base/lock.ts";
import { asSummoned } from "#cli/as-summoned.ts";
import type { Context } from "#cli/context.ts";
import { loadConfig } from "#cli/load-config.ts";
import { heraldRituals } from "#cli/summon/herald.ts";
import { startWatcher } from "#cli/watch/start-watcher.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { panesOf } from "#multiplexer/session-plan.ts";
import { restart } from "./restart-agent.ts";

export interface Restarted {
  role: string;
  /** Whether it goes on with the conversation it had; else it starts fresh. */
  resumed: boolean;
}

const TIME_LIMIT = 60_000;

/**
 * Starts agents again in their panes, in their conversations; those that have none are given their rituals once more. One that
 * fails does not keep the others; the first failure is thrown at the end.
 */
export async function restartAgents(
  { name }: SessionEntry,
  roles: readonly string[],
  context: Context,
  onRestarted: (restarted: Restarted) => void = () => {},
): Promise<Restarted[]> {
  const { folder } = sessionPaths(resolvePaths(context.env), name);
  const work = async () => {
    // Another restart may have moved panes while this one waited.
    const entry = await registryOf(context).find(name);
    if (!entry) throw new OvldError("session-ended", { session: name });
    requireCurrent(entry);
    const then = asSummoned(entry, context);
    const { config } = loadConfig(then);
    const [surveyed] = await surveySessions([entry], config, then);
    // One that cannot be asked says itself why.
    if (surveyed?.state === "unknown") await (await multiplexerOf(entry, config, then)).sessions();
    else if (surveyed?.state !== "running") throw new OvldError("session-ended", { session: name });
    const campaign = await prepare(config, then, { rituals: entry.terms?.rituals ?? true, again: entry, roles });
    for (const place of campaign.folders) await makeFolder(place);
    const restarted: Restarted[] = [];
    const failures: unknown[] = [];
    for (const role of roles)
      await restartOne(role, entry, campaign, then).then(
        (one) => {
          restarted.push(one);
          onRestarted(one);
        },
        (error) => failures.push(error),
      );
    const fresh = campaign.rituals.filter(({ role }) => restarted.some((one) => one.role === role));
    heraldRituals(name, then, fresh);
    startWatcher(name, then);
    if (failures.length > 0) throw failures[0];
    return restarted;
  };
  return withLock(join(folder, "restart.lock"), work, { timeLimit: TIME_LIMIT, signal: context.signal });
}

async function restartOne(
  role: string,
  { name, panes }: SessionEntry,
  { plan, files, conversations, multiplexer }: Campaign,
  context: Context,
): Promise<Restarted> {
  const planned = panesOf(plan).find(({ pane }) => pane.title === role);
  const conversation = conversations.get(role);
  if (!planned || !conversation) throw new OvldError("role-unknown", { role, known: [...conversations.keys()] });
  const { tab, pane } = planned;
  const places = sessionPaths(resolvePaths(context.env), name);
  await restart(
    {
      ...{ session: name, role, pane: panes[role], conversation: conversation.id },
      respawn: { tab, title: role, directory: plan.directory, argv: pane.launch.argv },
      files: files.filter((file) => file.role === undefined || file.role === role),
    },
    {
      ...{ multiplexer, registry: registryOf(context), writeFile: writeSessionFile },
      places,
      bell: (await context.wire.openAgentSenses()).bell,
    },
  );
  // It runs: a list that cannot be written now makes no failure of that.
  await forgetLoss(places.folder, role).catch(() => {});
  return { role, resumed: conversation.isBegun };
}
