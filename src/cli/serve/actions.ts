import { stat } from "node:fs/promises";
import type { Actions, SummonOrder } from "#api/world.ts";
import { takePane } from "#app/control/control-pane.ts";
import { openPane } from "#app/control/open-pane.ts";
import { restartAgents } from "#app/lifecycle/restart-agents.ts";
import { underSummonLock } from "#app/summon/summon-lock.ts";
import { argumentsSeen } from "#base/arguments-seen.ts";
import type { Context } from "#cli/context.ts";
import { dismissAlone } from "#cli/dismiss-army.ts";
import { loadConfig } from "#cli/load-config.ts";
import { sendAsUser } from "#cli/send-as-user.ts";
import { existingArmy } from "#cli/summon/existing-army.ts";
import { heraldRituals } from "#cli/summon/herald.ts";
import { raiseInBackground } from "#cli/summon/raise.ts";
import { muster, wishFor } from "#cli/summon/take-up.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { paneHold, paneLock } from "#home/pane-lock.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";

/** What the API does: what `summon --detach`, `unsummon`, `restart --force` and `send` do. */
export function actionsFor(config: Config, context: Context): Actions {
  return {
    summon: (order) => summonFor(order, context),
    restartSession: async (entry) => void (await restartAgents(entry, entry.roster, context)),
    restartAgent: async (entry, role) => void (await restartAgents(entry, [role], context)),
    dismiss: (entry) => dismissAlone(entry, config, context),
    send: (army, letter) => sendAsUser(army, letter, context),
    async take(entry, role) {
      // Every key is an argument of `zellij action write-chars`; tmux reads them from its input.
      if (entry.multiplexer === "zellij" && (await argumentsSeen())) throw new OvldError("keys-visible", { role });
      const { env, clock, wire } = context;
      const { folder, relay } = sessionPaths(resolvePaths(env), entry.name);
      const { composer } = await wire.openAgentSenses();
      const [lockPane, holdPane] = [paneLock(relay), paneHold(folder, role)];
      const { pane, multiplexer } = await openPane(entry, role, config, context);
      return takePane({ session: entry.name, role, pane, multiplexer, composer, clock, lockPane, holdPane });
    },
  };
}

async function summonFor(order: SummonOrder, given: Context) {
  const { directory, formation, multiplexer, rituals = true, resume } = order;
  await requireFolder(directory);
  const context: Context = { ...given, directory, overrides: { ...given.overrides, formation, multiplexer } };
  const { config } = loadConfig(context);
  const asked = resume === undefined ? undefined : resume ? "resume" : "fresh";
  const { army } = await underSummonLock(context, async () => {
    const existing = await existingArmy(config, context);
    if (existing && !existing.isOver)
      throw new OvldError("session-exists", { session: existing.entry.name, directory: existing.entry.directory });
    const wish = existing && (await wishFor(existing.entry, asked, { mayAsk: false }, context));
    return muster({ over: existing?.entry, wish, options: { rituals } }, config, context, ({ campaign }) =>
      raiseInBackground(campaign, context),
    );
  });
  const { entry, rituals: due } = army.campaign;
  // The answer need not wait for half a minute of typing.
  heraldRituals(entry.name, army.context, due);
  return entry satisfies SessionEntry;
}

async function requireFolder(directory: string): Promise<void> {
  const found = await stat(directory).catch(() => undefined);
  if (!found?.isDirectory()) throw new OvldError("file-missing", { file: directory });
}
