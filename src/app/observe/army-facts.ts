import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { OpenArmy } from "#app/armies/open-army.ts";
import type { Services } from "#app/services.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { ArmyFacts } from "#store/past-armies.ts";
import { tokenUses } from "./token-uses.ts";

/** What is known of an army that still has its folder. */
export async function factsOf({ entry, store, roster }: OpenArmy, services: Services): Promise<ArmyFacts> {
  const { name: session, directory, formation, multiplexer, started } = entry;
  const { logs } = sessionPaths(resolvePaths(services.env), session);
  const told = await Promise.all(roster.roles.map(async ({ id }) => [id, await relayEvents(logs, id)] as const));
  return {
    ...{ session, directory, formation, multiplexer, started },
    ended: new Date(services.clock.now()).toISOString(),
    roles: roster.roles,
    statuses: await store.status.all(),
    tokens: Object.fromEntries(await tokenUses(session, roster, services)),
    starts: Object.fromEntries(told.map(([role, { start }]) => [role, start])),
    cuts: Object.fromEntries(told.map(([role, events]) => [role, events["storm-cut"]])),
  };
}

const ROTATED = ["", ".1", ".2", ".3"];

/** How often a relay's log tells of a start and of a cut; older ones were rotated away. */
async function relayEvents(logs: string, role: string): Promise<{ start: number; "storm-cut": number }> {
  const counts = { start: 0, "storm-cut": 0 };
  for (const suffix of ROTATED)
    for await (const line of linesOf(join(logs, `relay-${role}.log${suffix}`)))
      for (const event of ["start", "storm-cut"] as const) if (line.includes(`"event":"${event}"`)) counts[event]++;
  return counts;
}

/** A log that is not there, or that an agent replaced by a link or a pipe, has no lines. */
async function* linesOf(file: string): AsyncGenerator<string> {
  try {
    await using handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if ((await handle.stat()).isFile()) yield* handle.readLines({ autoClose: false });
  } catch {
    return;
  }
}
