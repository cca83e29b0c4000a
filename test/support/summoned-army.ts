import { registryOf } from "#app/armies/army-parts.ts";
import { type SummonRequest, summon } from "#app/summon/summon.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { MemoryRelayStore } from "#store/memory/relay-store.ts";
import type { MemoryServices } from "./services.ts";

/** Summons an army in the background without rituals; resolves with its registry entry. */
export async function summonedArmy(
  services: MemoryServices,
  request: Partial<SummonRequest> = {},
): Promise<SessionEntry> {
  const { entry } = await summon({ until: "background", rituals: false, ...request }, { report() {} }, services);
  const found = await registryOf(services).find(entry.name);
  if (!found) throw new OvldError("session-unknown", { session: entry.name, known: [] });
  return found;
}

/** The mail of an army. */
export function storeOf(services: MemoryServices, session: string): MemoryRelayStore {
  return services.store(sessionPaths(resolvePaths(services.env), session).relay);
}
