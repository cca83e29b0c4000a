import { stat } from "node:fs/promises";
import type { Actions, SummonOrder } from "#api/world.ts";
import { takePane } from "#army/take-pane.ts";
import { OvldError } from "#base/errors.ts";
import type { Context } from "#cli/context.ts";
import { loadConfig } from "#cli/load-config.ts";
import { dismissArmy } from "#cli/open-army.ts";
import { openPane } from "#cli/open-pane.ts";
import { sendAsUser } from "#cli/send-as-user.ts";
import { prepare } from "#cli/summon/campaign.ts";
import { existingArmy } from "#cli/summon/existing-army.ts";
import { heraldRituals } from "#cli/summon/herald.ts";
import { raiseInBackground } from "#cli/summon/raise.ts";
import { underSummonLock } from "#cli/summon/summon-lock.ts";
import { paneHold, paneLock } from "#config/pane-lock.ts";
import { resolvePaths, sessionPaths } from "#config/paths.ts";
import type { SessionEntry } from "#config/registry.ts";
import type { Config } from "#config/settings.ts";

/** What the API does: what `summon --detach`, `unsummon` and `send` do. */
export function actionsFor(config: Config, context: Context): Actions {
  return {
    summon: (order) => summonFor(order, context),
    dismiss: (entry) => dismissArmy(entry, config, context),
    send: (army, letter) => sendAsUser(army, letter, context),
    async take(entry, role) {
      const { env, clock, wire } = context;
      const { folder } = sessionPaths(resolvePaths(env), entry.name);
      const { composer } = await wire.openAgentSenses();
      const [lockPane, holdPane] = [paneLock(folder), paneHold(folder, role)];
      const { pane, multiplexer } = await openPane(entry, role, config, context);
      return takePane({ session: entry.name, role, pane, multiplexer, composer, clock, lockPane, holdPane });
    },
  };
}

async function summonFor({ directory, formation, multiplexer, rituals = true }: SummonOrder, given: Context) {
  await requireFolder(directory);
  const context: Context = { ...given, directory, overrides: { ...given.overrides, formation, multiplexer } };
  const { config } = loadConfig(context);
  const campaign = await underSummonLock(context, async () => {
    const existing = await existingArmy(config, context);
    if (existing) throw new OvldError("session-exists", { session: existing.name, directory: existing.directory });
    const prepared = await prepare(config, context, { rituals });
    await raiseInBackground(prepared, context);
    return prepared;
  });
  const { entry } = campaign;
  // The answer need not wait for half a minute of typing.
  if (campaign.rituals.length > 0) heraldRituals(entry.name, context);
  return entry satisfies SessionEntry;
}

async function requireFolder(directory: string): Promise<void> {
  const found = await stat(directory).catch(() => undefined);
  if (!found?.isDirectory()) throw new OvldError("file-missing", { file: directory });
}
