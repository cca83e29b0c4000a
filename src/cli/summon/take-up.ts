import { takeOver } from "#app/armies/take-over.ts";
import type { EnlistOptions } from "#app/summon/preflight.ts";
import { type Campaign, prepare } from "#app/summon/summon-plan.ts";
import { asSummoned } from "#cli/as-summoned.ts";
import type { Context } from "#cli/context.ts";
import { offer } from "#cli/frame/confirm.ts";
import { loadConfig } from "#cli/load-config.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { clearAway, remainsOf } from "./existing-army.ts";

/** What is to become of an army that is over. */
export type Wish = "resume" | "fresh";

/**
 * What was asked for; else a person is asked, where something would be lost. Where nobody can be asked, nothing is lost
 * unasked either.
 */
export async function wishFor(
  entry: SessionEntry,
  asked: Wish | undefined,
  { mayAsk }: { mayAsk: boolean },
  context: Context,
): Promise<Wish> {
  if (asked) return asked;
  const remains = await remainsOf(entry, context);
  if (!entry.isResting && remains.unread === 0 && remains.conversations === 0) return "fresh";
  const { name: session } = entry;
  if (!mayAsk) throw new OvldError("session-resumable", { session, ...remains });
  const { unread, conversations } = remains;
  return (await offer(context.words.summon.offer(session, unread, conversations), context)) ? "resume" : "fresh";
}

export interface Mustered {
  campaign: Campaign;
  /** Of an army that stood before, as they were when it was summoned. */
  config: Config;
  context: Context;
}

/** What is known of an army before it is planned. */
export interface Call {
  /** The one of this directory that is over. */
  over: SessionEntry | undefined;
  wish: Wish | undefined;
  options: EnlistOptions;
}

/**
 * Clears away what the army replaces, plans it and raises it. Who has another ovld home may take its name after it was found
 * free: a new army is then planned again, and finds the next one.
 */
export async function muster<T>(
  call: Call,
  config: Config,
  context: Context,
  raise: (army: Mustered) => Promise<T>,
): Promise<{ army: Mustered; raised: T }> {
  const { over, wish } = call;
  if (over && wish !== "resume") await clearAway(over, config, context);
  for (let names = MOST_NAMES; ; names--) {
    const army = await planned(call, config, context);
    try {
      return { army, raised: await raise(army) };
    } catch (error) {
      if (names === 1 || army.campaign.isAgain || !OvldError.is(error, "session-taken")) throw error;
    }
  }
}

/** Who loses the same race so often has another trouble. */
const MOST_NAMES = 3;

/** The one that is over, as it stood, or a new one in its place; nothing is changed. */
export async function planned({ over, wish, options }: Call, config: Config, context: Context): Promise<Mustered> {
  if (over && wish === "resume") return takeUp(over, options, context);
  return { campaign: await prepare(config, context, { ...options, instead: over }), config, context };
}

async function takeUp(entry: SessionEntry, options: EnlistOptions, given: Context): Promise<Mustered> {
  await takeOver(entry, given);
  const context = asSummoned(entry, given);
  const { config } = loadConfig(context);
  const rituals = options.rituals && (entry.terms?.rituals ?? true);
  const campaign = await prepare(config, context, { rituals, again: entry });
  return { campaign, config, context };
}
