import { existsSync } from "node:fs";
import { registryOf, surveySessions } from "#app/armies/army-parts.ts";
import { takeOver } from "#app/armies/take-over.ts";
import { conversationsFor } from "#app/summon/conversations.ts";
import { isOver } from "#army/survey.ts";
import type { Context } from "#cli/context.ts";
import { dismissArmy } from "#cli/dismiss-army.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { USER } from "#store/mail-store.ts";

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
  await takeOver(entry, context);
  return { unread: await unreadOf(entry, context), conversations: await conversationsLeft(entry, context) };
}

/** Throws where there is mail and it cannot be counted: what nobody can read now is not nothing. */
async function unreadOf({ name, roster }: SessionEntry, { env, wire }: Context): Promise<number> {
  const { relay } = sessionPaths(resolvePaths(env), name);
  if (!existsSync(relay)) return 0;
  const { mail } = await wire.openRelayStore(relay);
  try {
    const counts = await Promise.all([...roster, USER].map((reader) => mail.countUnread(reader)));
    return counts.reduce((sum, count) => sum + count, 0);
  } catch (error) {
    throw OvldError.is(error, "store-missing") ? new OvldError("store-damaged", { file: relay, cause: error }) : error;
  }
}

/** How many conversations of an army can be taken up again. */
async function conversationsLeft(entry: SessionEntry, context: Context): Promise<number> {
  const conversations = await conversationsFor(entry.roster, entry, context);
  return [...conversations.values()].filter(({ isBegun }) => isBegun).length;
}

/** Removes what is left of an army that is over. */
export async function clearAway(entry: SessionEntry, config: Config, context: Context): Promise<void> {
  await dismissArmy(entry, config, context, { isOver: true });
  context.out.line(context.words.summon.cleaned(entry.name));
}
