import type { RitualProgress } from "#army/give-rituals.ts";
import { exitStatus, OvldError } from "#base/errors.ts";
import { afterClient, attachTo, requireFreeTerminal } from "#cli/attach.ts";
import type { Context } from "#cli/context.ts";
import { loadConfig } from "#cli/load-config.ts";
import { dismissArmy } from "#cli/open-army.ts";
import { giveAll } from "#cli/ritual.ts";
import { defineVerb } from "#cli/verb.ts";
import type { Config } from "#config/settings.ts";
import { sandboxEngines } from "#sandbox/sandbox.ts";
import { type Campaign, prepare } from "./campaign.ts";
import { showDryRun } from "./dry-run.ts";
import { existingArmy } from "./existing-army.ts";
import { heraldRituals } from "./herald.ts";
import { raiseHere, raiseInBackground } from "./raise.ts";
import { underSummonLock } from "./summon-lock.ts";
import { isFirstTime, showWelcome, unpackRituals } from "./welcome.ts";

export const summon = defineVerb({
  flags: {
    formation: { type: "string", value: "NAME", candidates: "formation" },
    mux: { type: "string", value: "zellij|tmux", candidates: ["zellij", "tmux"] },
    detach: { type: "boolean" },
    "no-rituals": { type: "boolean" },
    "no-sandbox": { type: "boolean" },
    sandbox: { type: "string", value: "ENGINE", candidates: sandboxEngines },
    autonomy: { type: "string", value: "ask|edits|full", candidates: ["ask", "edits", "full"] },
    "dry-run": { type: "boolean" },
  },
  examples: ["ovld summon", "ovld summon --detach", "ovld summon --dry-run --no-rituals"],
  async run(given, { flags }) {
    const { overrides, out, words } = given;
    const engine = flags["no-sandbox"] ? "none" : flags.sandbox;
    const chosen = {
      formation: flags.formation,
      multiplexer: flags.mux,
      autonomy: flags.autonomy,
      "sandbox.engine": engine,
    };
    const context: Context = { ...given, overrides: { ...overrides, ...chosen } };
    const { config } = loadConfig(context);
    if (!flags.detach && !flags["dry-run"]) requireFreeTerminal(context);
    if (flags["dry-run"]) return showDryRun(await prepare(config, context, { rituals: !flags["no-rituals"] }), context);

    const isFirst = isFirstTime(context);
    const outcome = await underSummonLock(context, async () => {
      const existing = await existingArmy(config, context);
      if (existing) return { existing };
      const campaign = await prepare(config, context, { rituals: !flags["no-rituals"] });
      if (isFirst) showWelcome(campaign, context);
      announce(campaign, context);
      return { campaign, raised: await (flags.detach ? raiseInBackground : raiseHere)(campaign, context) };
    });
    if (outcome.existing) {
      out.line(words.summon.exists(outcome.existing.name));
      return flags.detach ? undefined : attachTo(outcome.existing, config, context);
    }
    const { campaign, raised } = outcome;
    if (flags.detach) {
      const results = await giveOrDismiss(campaign, config, context);
      if (isFirst) await unpackRituals(context);
      out.line(words.summon.detached(campaign.entry.name));
      return results.some(({ state }) => state === "failed") ? exitStatus["program-failed"] : 0;
    }
    if (campaign.rituals.length > 0) heraldRituals(campaign.entry.name, context);
    if (isFirst) await unpackRituals(context);
    await raised.left;
    await afterClient(campaign.entry, config, context);
  },
});

/** Who gives up while the rituals are given wants no army. */
async function giveOrDismiss(
  { entry, rituals }: Campaign,
  config: Config,
  context: Context,
): Promise<RitualProgress[]> {
  try {
    return await giveAll(entry, rituals, config, context);
  } catch (error) {
    if (OvldError.is(error, "cancelled")) await dismissArmy(entry, config, context);
    throw error;
  }
}

function announce({ entry, roster, notices, ritualFolders }: Campaign, { out, words }: Context): void {
  out.line(words.summon.summoning(entry.name, roster.roles.length, entry.multiplexer));
  for (const notice of notices) out.line(words.summon.notices[notice]);
  for (const folder of ritualFolders) out.line(words.summon.ritualsFrom(folder));
}
