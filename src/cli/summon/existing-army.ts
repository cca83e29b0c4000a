import { isOver } from "#army/survey.ts";
import type { Context } from "#cli/context.ts";
import { dismissArmy, registryOf, surveySessions } from "#cli/open-army.ts";
import { resolvePaths, sessionPaths } from "#config/paths.ts";
import type { SessionEntry } from "#config/session-entry.ts";
import type { Config } from "#config/settings.ts";
import { USER } from "#store/mail-store.ts";
import { conversationsFor } from "./conversations.ts";

export interface ExistingArmy {
  entry: SessionEntry;
  /** It ended, or its multiplexer forgot it. */
  isOver: boolean;
}

/** The army of this directory. */
export async function existingArmy(config: Config, context: Context): Promise<ExistingArmy | undefined> {
  const entry = await registryOf(context).findByDirectory(context.directory);
  if (!entry) return undefined;
  const [surveyed] = await surveySessions([entry], config, context);
  return { entry, isOver: isOver(surveyed?.state) };
}

/** What would be lost of an army that is over. */
export interface Remains {
  unread: number;
  conversations: number;
}

export async function remainsOf(entry: SessionEntry, context: Context): Promise<Remains> {
  const { mail } = await context.wire.openRelayStore(sessionPaths(resolvePaths(context.env), entry.name).relay);
  // Where the store is gone, or cannot be read, there is no mail to go on with.
  const counts = [...entry.roster, USER].map((reader) => mail.countUnread(reader).catch(() => 0));
  return {
    unread: (await Promise.all(counts)).reduce((sum, count) => sum + count, 0),
    conversations: await conversationsLeft(entry, context),
  };
}

/** How many conversations of an army can be taken up again. */
export async function conversationsLeft(entry: SessionEntry, context: Context): Promise<number> {
  const conversations = await conversationsFor(entry.roster, entry, context);
  return [...conversations.values()].filter(({ isBegun }) => isBegun).length;
}

/** Removes what is left of an army that is over. */
export async function clearAway(entry: SessionEntry, config: Config, context: Context): Promise<void> {
  await dismissArmy(entry, config, context);
  context.out.line(context.words.summon.cleaned(entry.name));
}
