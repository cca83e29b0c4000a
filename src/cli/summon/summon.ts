import { rolesIn } from "#app/observe/moods.ts";
import { START_LIMIT } from "#app/rituals/agent-readiness.ts";
import { requireAgent, requireNamedPaths } from "#app/summon/checks.ts";
import { underSummonLock } from "#app/summon/summon-lock.ts";
import { visiblePath } from "#base/visible-text.ts";
import { afterClient, attachTo, requireFreeTerminal } from "#cli/attach.ts";
import { showDryRun } from "#cli/commands/summon/dry-run.ts";
import type { Context } from "#cli/context.ts";
import { dismissAlone } from "#cli/dismiss-army.ts";
import { defineVerb } from "#cli/frame/command.ts";
import { loadConfig } from "#cli/load-config.ts";
import { giveAll } from "#cli/ritual.ts";
import type { Config } from "#config/settings.ts";
import { exitStatus, OvldError } from "#errors/ovld-error.ts";
import { packageRoot } from "#home/package-root.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { Leaving } from "#multiplexer/multiplexer.ts";
import { sandboxEngines } from "#sandbox/sandbox.ts";
import { type ExistingArmy, existingArmy } from "./existing-army.ts";
import { heraldRituals } from "./herald.ts";
import { type Raised, raiseHere, raiseInBackground } from "./raise.ts";
import { rollCall } from "./roll-call.ts";
import { type Call, type Mustered, muster, planned, type Wish, wishFor } from "./take-up.ts";
import { isFirstTime, showWelcome, unpackRituals } from "./welcome.ts";

export const summon = defineVerb({
  flags: {
    formation: { type: "string", value: "NAME", candidates: "formation" },
    mux: { type: "string", value: "zellij|tmux", candidates: ["zellij", "tmux"] },
    detach: { type: "boolean" },
    resume: { type: "boolean" },
    fresh: { type: "boolean" },
    "no-rituals": { type: "boolean" },
    "no-sandbox": { type: "boolean" },
    sandbox: { type: "string", value: "none|seatbelt|bubblewrap", candidates: sandboxEngines },
    autonomy: { type: "string", value: "ask|edits|full", candidates: ["ask", "edits", "full"] },
    "dry-run": { type: "boolean" },
  },
  apart: [["sandbox", "no-sandbox"]],
  isUnheeding: true,
  examples: [
    "ovld summon",
    "ovld summon --detach",
    "ovld summon --dry-run --no-rituals",
    "ovld summon --resume",
    "ovld summon --fresh --detach",
  ],
  async run(given, { flags }) {
    const { overrides } = given;
    const engine = flags["no-sandbox"] ? "none" : flags.sandbox;
    const chosen = {
      formation: flags.formation,
      multiplexer: flags.mux,
      autonomy: flags.autonomy,
      "sandbox.engine": engine,
    };
    const context: Context = { ...given, overrides: { ...overrides, ...chosen } };
    requireNamedPaths(context);
    const { config } = loadConfig(context);
    if (!flags.detach && !flags["dry-run"]) requireFreeTerminal(context, "summon");
    const options = { rituals: !flags["no-rituals"] };
    const asked = wishIn(flags);
    // A person may take long to answer: nobody else's summoning waits for it.
    const found = await existingArmy(config, context);
    // Told before anything is made, even the folder that the lock stands in.
    if (!found) requireAgent(config, context);
    const wish = await wishHere(found, asked, { mayAsk: !flags.detach && !flags["dry-run"] }, context);
    if (flags["dry-run"]) return dryRun(found, { wish, options }, config, context);
    const isFirst = isFirstTime(context);
    const outcome = await underSummonLock(context, async () => {
      const existing = await existingArmy(config, context);
      if (existing && !existing.isOver) return { existing: existing.entry };
      // It may have ended since: nothing of it is lost unasked either.
      const now = await wishHere(existing, wish ?? asked, { mayAsk: false }, context);
      return muster({ over: existing?.entry, wish: now, options }, config, context, (army) => {
        if (isFirst) showWelcome(army.campaign, context);
        announce(army, isFirst);
        return (flags.detach ? raiseInBackground : raiseHere)(army.campaign, context);
      });
    });
    if ("existing" in outcome) {
      tellExisting(outcome.existing, context);
      return flags.detach ? tellGone(outcome.existing, context) : attachTo(outcome.existing, config, context);
    }
    const { army, raised } = outcome;
    if (flags.detach) return completeOrDismiss(army, isFirst);
    const { entry, rituals } = army.campaign;
    heraldRituals(entry.name, army.context, rituals);
    if (isFirst) await unpackRituals(context);
    await afterClient(entry, await leftOrDismissed(raised, army), config, context);
  },
});

async function dryRun(
  existing: ExistingArmy | undefined,
  asked: Pick<Call, "wish" | "options">,
  config: Config,
  context: Context,
): Promise<void> {
  if (existing && !existing.isOver) return tellExisting(existing.entry, context);
  const { campaign } = await planned({ over: existing?.entry, ...asked }, config, context);
  showDryRun(campaign, isFirstTime(context), context);
}

/** Whoever asks for another army than the one that is here is not left to think that they got it. */
function tellExisting({ name, formation, multiplexer }: SessionEntry, { out, words, overrides }: Context): void {
  out.line(words.summon.exists(name));
  const { formation: wanted = formation, multiplexer: on = multiplexer } = overrides;
  if (wanted !== formation || on !== multiplexer) out.line(words.summon.stays(formation, multiplexer));
}

/** An army that is here may have lost its agents. */
async function tellGone(entry: SessionEntry, context: Context): Promise<number> {
  const gone = await rolesIn("gone", entry.roster, entry.name, context);
  if (gone.length === 0) return 0;
  context.out.line(context.words.summon.gone(gone));
  return exitStatus["program-failed"];
}

function wishIn(
  flags: Readonly<Record<"resume" | "fresh", boolean> & { formation: string | undefined; mux: string | undefined }>,
): Wish | undefined {
  if (!flags.resume) return flags.fresh ? "fresh" : undefined;
  for (const flag of ["formation", "mux", "fresh"] as const)
    if (flags[flag]) throw new OvldError("flag-with-resume", { flag: `--${flag}` });
  return "resume";
}

/** What is to become of the army of this directory, if it is over; undefined where there is none. */
async function wishHere(
  existing: ExistingArmy | undefined,
  asked: Wish | undefined,
  options: { mayAsk: boolean },
  context: Context,
): Promise<Wish | undefined> {
  if (existing?.isOver) return wishFor(existing.entry, asked, options, context);
  if (asked === "resume" && !existing) throw new OvldError("nothing-to-resume", { directory: context.directory });
  return undefined;
}

/**
 * Waits for the agents and gives the rituals; resolves to 0 when every role is ready and has its own. Who gives up meanwhile
 * wants no army, or the one that rested to rest on.
 */
async function completeOrDismiss({ campaign, config, context }: Mustered, isFirst: boolean): Promise<number> {
  const { entry, rituals, isAgain } = campaign;
  const { out, words } = context;
  try {
    out.line(words.summon.rollCall.within(START_LIMIT / 1000));
    const absent = await rollCall(entry, config, context);
    const isAbsent = ({ role }: { role: string }) => absent.includes(role);
    const now = rituals.filter((one) => !isAbsent(one));
    const given = now.length > 0 ? await giveAll(entry, now, config, context) : [];
    if (isFirst) await unpackRituals(context);
    if (context.signal.aborted) throw new OvldError("cancelled", {});
    // Who asks something first is given its ritual when a person has answered.
    heraldRituals(entry.name, context, rituals.filter(isAbsent));
    if (absent.length < entry.roster.length) out.line(words.summon.detached(entry.name));
    const isWhole = absent.length === 0 && given.every(({ state }) => state !== "failed");
    return isWhole ? 0 : exitStatus["program-failed"];
  } catch (error) {
    if (OvldError.is(error, "cancelled")) await dismissAlone(entry, config, context, { keep: isAgain });
    throw error;
  }
}

/** An army that never came to be seen is not left standing. */
async function leftOrDismissed({ left }: Raised, { campaign, config, context }: Mustered): Promise<Leaving> {
  const { entry, isAgain } = campaign;
  try {
    return await left;
  } catch (error) {
    await dismissAlone(entry, config, context, { keep: isAgain, isOver: true });
    throw error;
  }
}

function announce({ campaign, context: { out, words } }: Mustered, isFirst: boolean): void {
  const { entry, roster, notices, ritualFolders, conversations, isAgain } = campaign;
  const verb = isAgain ? "resuming" : "summoning";
  out.line(words.summon[verb](entry.name, roster.roles.length, entry.multiplexer));
  for (const notice of notices) out.line(words.summon.notices[notice]);
  for (const [role, { isBegun }] of isAgain ? conversations : [])
    out.line(words.restart[isBegun ? "resumed" : "fresh"](role));
  // The first time the welcome says where they are put.
  const folders = isFirst ? ritualFolders.filter((folder) => !folder.startsWith(packageRoot())) : ritualFolders;
  for (const folder of isAgain ? [] : folders) out.line(words.summon.ritualsFrom(visiblePath(folder)));
}
