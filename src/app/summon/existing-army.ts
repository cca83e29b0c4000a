import { existsSync } from "node:fs";
import { openSenses } from "#app/armies/army-agents.ts";
import { registryOf, surveySessions } from "#app/armies/army-parts.ts";
import { takeOver } from "#app/armies/take-over.ts";
import type { Services } from "#app/services.ts";
import { isOver } from "#army/survey.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { USER } from "#mail/message.ts";
import { conversationsFor } from "./conversations.ts";

export interface ExistingArmy {
  entry: SessionEntry;
  /** The army ended, or its multiplexer does not list it. */
  isOver: boolean;
}

/** The army of this directory. */
export async function existingArmy(config: Config, services: Services): Promise<ExistingArmy | undefined> {
  const entry = await registryOf(services).findByDirectory(services.directory);
  if (!entry) return undefined;
  const [surveyed] = await surveySessions([entry], config, services);
  return { entry, isOver: isOver(surveyed?.state) };
}

/** The loss if an ended army is removed. */
export interface Remains {
  unread: number;
  conversations: number;
}

export async function remainsOf(entry: SessionEntry, services: Services): Promise<Remains> {
  await takeOver(entry, services);
  return { unread: await unreadOf(entry, services), conversations: await conversationsLeft(entry, services) };
}

/** Throws if mail cannot be counted: unreadable mail must not count as no mail. */
async function unreadOf({ name, roster }: SessionEntry, { env, adapters }: Services): Promise<number> {
  const { relay } = sessionPaths(resolvePaths(env), name);
  if (!existsSync(relay)) return 0;
  const { mail } = await adapters.openRelayStore(relay);
  try {
    const counts = await Promise.all([...roster, USER].map((reader) => mail.countUnread(reader)));
    return counts.reduce((sum, count) => sum + count, 0);
  } catch (error) {
    throw OvldError.is(error, "store-missing") ? new OvldError("store-damaged", { file: relay, cause: error }) : error;
  }
}

/** Number of conversations that can be resumed. */
async function conversationsLeft(entry: SessionEntry, services: Services): Promise<number> {
  const sensesOf = await openSenses(services);
  const folders = sessionPaths(resolvePaths(services.env), entry.name);
  const agentOf = (role: string) => sensesOf({ role, ...folders });
  const conversations = await conversationsFor(entry.roster, entry, agentOf, services);
  return [...conversations.values()].filter(({ isBegun }) => isBegun).length;
}
