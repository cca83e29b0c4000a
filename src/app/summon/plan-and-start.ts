import { asSummoned } from "#app/armies/as-summoned.ts";
import { loadConfig } from "#app/armies/load-config.ts";
import { takeOver } from "#app/armies/take-over.ts";
import { dismissArmy } from "#app/lifecycle/dismiss-army.ts";
import type { Services } from "#app/services.ts";
import type { AgentChoice } from "#army/agent-choice.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { Started } from "./start-panes.ts";
import { planArmy, type SummonPlan } from "./summon-plan.ts";
import type { ResumeChoice, SummonReporter } from "./summon-progress.ts";

/** A plan with its settings and services. A resumed army uses those of its summoning. */
export interface Planned {
  plan: SummonPlan;
  config: Config;
  services: Services;
}

export interface PlanRequest {
  /** The ended army of this directory. */
  over: SessionEntry | undefined;
  resume: ResumeChoice | undefined;
  rituals: boolean;
  /** Agent CLIs that a person chose for this start. */
  choice?: AgentChoice | undefined;
}

/** Losing the race for a name three times means that something else is wrong. */
const MOST_NAMES = 3;

/**
 * Removes the replaced army, plans the new one and starts it. If another ovld home takes the name meanwhile, the army
 * is planned again with the next name.
 */
export async function startPlanned(
  request: PlanRequest,
  { report }: SummonReporter,
  config: Config,
  services: Services,
  start: (planned: Planned) => Promise<Started>,
): Promise<{ planned: Planned; started: Started }> {
  const { over, resume } = request;
  if (over && resume !== "resume") {
    await dismissArmy(over, config, services, { isOver: true });
    report({ what: "removed", session: over.name });
  }
  for (let names = MOST_NAMES; ; names--) {
    const planned = await planFor(request, config, services);
    try {
      return { planned, started: await start(planned) };
    } catch (error) {
      if (names === 1 || planned.plan.isAgain || !OvldError.is(error, "session-taken")) throw error;
    }
  }
}

/** Plans the ended army as it was summoned, or a new one in its place; writes nothing. */
export async function planFor(
  { over, resume, rituals, choice }: PlanRequest,
  config: Config,
  given: Services,
): Promise<Planned> {
  if (!over || resume !== "resume")
    return { plan: await planArmy(config, given, { rituals, choice, instead: over }), config, services: given };
  await takeOver(over, given);
  const services = asSummoned(over, given);
  const then = loadConfig(services).config;
  const plan = await planArmy(then, services, {
    rituals: rituals && (over.summonedWith?.rituals ?? true),
    again: over,
    choice,
  });
  return { plan, config: then, services };
}
