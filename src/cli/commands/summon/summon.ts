import { rolesIn } from "#app/observe/moods.ts";
import { planOnly } from "#app/summon/plan-only.ts";
import { type SummonRequest, summon as summonArmy } from "#app/summon/summon.ts";
import type { ResumeChoice } from "#app/summon/summon-progress.ts";
import { parseAgentChoice } from "#army/agent-choice.ts";
import { attachTo, tellAfterClient } from "#cli/commands/attach.ts";
import { defineCommand } from "#cli/frame/command.ts";
import { type Context, requireFreeTerminal } from "#cli/frame/context.ts";
import { isolations } from "#config/settings.ts";
import { exitStatus, OvldError } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { sandboxEngines } from "#sandbox/sandbox.ts";
import { showDryRun } from "./dry-run.ts";
import { summonReporter } from "./summon-reporter.ts";

export const summon = defineCommand({
  flags: {
    formation: { type: "string", value: "NAME", candidates: "formation" },
    mux: { type: "string", value: "zellij|tmux", candidates: ["zellij", "tmux"] },
    agent: { type: "string", value: "[ROLE=]CLI", many: true },
    detach: { type: "boolean" },
    resume: { type: "boolean" },
    fresh: { type: "boolean" },
    "no-rituals": { type: "boolean" },
    "no-sandbox": { type: "boolean" },
    sandbox: { type: "string", value: "none|seatbelt|bubblewrap", candidates: sandboxEngines },
    autonomy: { type: "string", value: "ask|edits|full", candidates: ["ask", "edits", "full"] },
    isolation: { type: "string", value: isolations.join("|"), candidates: isolations },
    "dry-run": { type: "boolean" },
  },
  apart: [["sandbox", "no-sandbox"]],
  ignoresClosedPipe: true,
  examples: [
    "ovld summon",
    "ovld summon --detach",
    "ovld summon --dry-run --no-rituals",
    "ovld summon --resume",
    "ovld summon --fresh --detach",
  ],
  async run(given, { flags }) {
    const engine = flags["no-sandbox"] ? "none" : flags.sandbox;
    const chosen = { formation: flags.formation, multiplexer: flags.mux, autonomy: flags.autonomy };
    const work = { "work.isolation": flags.isolation };
    const overrides = { ...given.overrides, ...chosen, ...work, "sandbox.engine": engine };
    const context: Context = { ...given, overrides };
    const isHere = !flags.detach && !flags["dry-run"];
    const request: SummonRequest = {
      until: isHere ? "here" : "ready",
      rituals: !flags["no-rituals"],
      resume: resumeChoiceIn(flags),
      choice: flags.agent === undefined ? undefined : parseAgentChoice("--agent", flags.agent),
    };
    if (isHere) requireFreeTerminal(context, "summon");
    if (flags["dry-run"]) return dryRun(request, context);
    const summoned = await summonArmy(request, summonReporter(context, { isHere }), context);
    const { entry } = summoned;
    switch (summoned.what) {
      case "existing":
        tellExisting(entry, request, context);
        return isHere ? attachTo(entry, summoned.config, context) : tellGone(entry, context);
      case "left":
        return tellAfterClient(entry, summoned.how, summoned.config, context);
      case "ready":
        if (summoned.absent.length < entry.roster.length) context.out.line(context.words.summon.detached(entry.name));
        return summoned.isComplete ? 0 : exitStatus["program-failed"];
    }
  },
});

async function dryRun(request: SummonRequest, context: Context): Promise<void> {
  const found = await planOnly(request, context);
  if ("existing" in found) tellExisting(found.existing, request, context);
  else showDryRun(found.plan, found.isFirst, context);
}

/** Notes that formation and multiplexer of the running army stay, if flags ask for others. */
function tellExisting(
  { name, formation, multiplexer }: SessionEntry,
  { choice }: SummonRequest,
  { out, words, overrides }: Context,
): void {
  out.line(words.summon.exists(name));
  const { formation: wanted = formation, multiplexer: on = multiplexer } = overrides;
  if (wanted !== formation || on !== multiplexer) out.line(words.summon.stays(formation, multiplexer));
  if (choice) out.line(words.summon.agentsStay);
}

async function tellGone(entry: SessionEntry, context: Context): Promise<number> {
  const gone = await rolesIn("gone", entry.roster, entry.name, context);
  if (gone.length === 0) return 0;
  context.out.line(context.words.summon.gone(gone));
  return exitStatus["program-failed"];
}

function resumeChoiceIn(
  flags: Readonly<Record<"resume" | "fresh", boolean> & Record<"formation" | "mux" | "isolation", string | undefined>>,
): ResumeChoice | undefined {
  if (!flags.resume) return flags.fresh ? "fresh" : undefined;
  for (const flag of ["formation", "mux", "isolation", "fresh"] as const)
    if (flags[flag]) throw new OvldError("flag-with-resume", { flag: `--${flag}` });
  return "resume";
}
