import { takeOver } from "#app/armies/take-over.ts";
import { factsOf } from "#app/observe/army-facts.ts";
import type { Services } from "#app/services.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { PastArmies } from "#store/past-armies.ts";

export function pastArmiesOf({ env, clock, adapters }: Services): Promise<PastArmies> {
  return adapters.openPastArmies(resolvePaths(env).history, clock);
}

/** Adds an ending army to the history, unless it has no mail or `history.days` is 0; trims the history. */
export async function keepHistory(entry: SessionEntry, { history }: Config, services: Services): Promise<void> {
  const { relay } = sessionPaths(resolvePaths(services.env), entry.name);
  await takeOver(entry, services);
  const store = await services.adapters.openRelayStore(relay);
  const past = await pastArmiesOf(services);
  try {
    const roster = await store.roster();
    const { newest } = await store.mail.digest({ newest: 1 });
    if (history.days > 0 && newest.length > 0)
      await past.keep(await factsOf({ entry, store, roster }, services), store.mail.scroll());
  } catch (error) {
    // An army without a store has nothing to keep.
    if (!OvldError.is(error, "store-missing")) throw error;
    if (await services.adapters.hasLostRoster(relay))
      throw new OvldError("store-damaged", { file: relay, cause: error });
  }
  await past.trim(history);
}
