import { takeOver } from "#app/armies/take-over.ts";
import { factsOf } from "#app/observe/army-facts.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { PastArmies } from "#store/past-armies.ts";
import type { Context } from "./context.ts";

export function pastArmiesOf({ env, clock, wire }: Context): Promise<PastArmies> {
  return wire.openPastArmies(resolvePaths(env).history, clock);
}

/** Keeps mail and facts of an army that ends, unless it has no mail or nothing is to be kept, and lets go of what is too old. */
export async function keepHistory(entry: SessionEntry, { history }: Config, context: Context): Promise<void> {
  const { relay } = sessionPaths(resolvePaths(context.env), entry.name);
  await takeOver(entry, context);
  const store = await context.wire.openRelayStore(relay);
  const past = await pastArmiesOf(context);
  try {
    const roster = await store.roster();
    const { newest } = await store.mail.digest({ newest: 1 });
    if (history.days > 0 && newest.length > 0)
      await past.keep(await factsOf({ entry, store, roster }, context), store.mail.scroll());
  } catch (error) {
    // Of an army whose store is gone already there is nothing to keep.
    if (!OvldError.is(error, "store-missing")) throw error;
    if (await context.wire.hasLostRoster(relay)) throw new OvldError("store-damaged", { file: relay, cause: error });
  }
  await past.trim(history);
}
