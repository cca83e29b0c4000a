import { loadConfig } from "#app/armies/load-config.ts";
import { isFirstTime } from "#app/rituals/unpack-rituals.ts";
import type { Services } from "#app/services.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { requireAgents, requireNamedPaths } from "./checks.ts";
import { decide } from "./decide.ts";
import { existingArmy } from "./existing-army.ts";
import { planFor } from "./plan-and-start.ts";
import type { SummonRequest } from "./summon.ts";
import type { SummonPlan } from "./summon-plan.ts";

/** Plans like `summon`, but starts and writes nothing. */
export async function planOnly(
  { rituals, resume, choice }: SummonRequest,
  services: Services,
): Promise<{ existing: SessionEntry } | { plan: SummonPlan; isFirst: boolean }> {
  requireNamedPaths(services);
  const { config } = loadConfig(services);
  const found = await existingArmy(config, services);
  if (!found) await requireAgents(choice, config, services);
  const decided = await decide(found, resume, services);
  if (found && !found.isOver) return { existing: found.entry };
  const { plan } = await planFor({ over: found?.entry, resume: decided, rituals, choice }, config, services);
  return { plan, isFirst: isFirstTime(services) };
}
