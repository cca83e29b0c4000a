import type { OpenArmy } from "#app/armies/open-army.ts";
import type { Services } from "#app/services.ts";
import type { ArmyFacts } from "#store/past-armies.ts";
import { tokenUses } from "./token-uses.ts";

/** Facts of an army that still has its folder. */
export async function factsOf({ entry, store, roster }: OpenArmy, services: Services): Promise<ArmyFacts> {
  const { name: session, directory, formation, multiplexer, started } = entry;
  return {
    ...{ session, directory, formation, multiplexer, started },
    ended: new Date(services.clock.now()).toISOString(),
    roles: roster.roles,
    statuses: await store.status.all(),
    tokens: Object.fromEntries(await tokenUses(session, roster, services)),
    starts: await store.counts.all("starts"),
    cuts: await store.counts.all("cuts"),
  };
}
