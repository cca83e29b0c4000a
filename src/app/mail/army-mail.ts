import { realpath } from "node:fs/promises";
import { registryOf } from "#app/armies/army-parts.ts";
import { findSession, openEntry } from "#app/armies/find-session.ts";
import type { OpenArmy } from "#app/armies/open-army.ts";
import { pastArmiesOf } from "#app/lifecycle/keep-history.ts";
import { factsOf } from "#app/observe/army-facts.ts";
import type { Services } from "#app/services.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { Message } from "#mail/message.ts";
import type { RosterEntry } from "#mail/roster.ts";
import type { ArmyFacts, PastArmy } from "#store/past-armies.ts";

/** The mail of one army, whether it stands or was dismissed. */
export interface ArmyMail {
  name: string;
  roles: RosterEntry[];
  /** There while it stands. */
  standing?: OpenArmy | undefined;
  facts(): Promise<ArmyFacts>;
  messages(): AsyncIterable<Message>;
}

export interface Wanted {
  /** The name of a session that stands or was dismissed, else a prefix that only one has of those that stand. */
  session: string | undefined;
  /** Those before it as well. */
  past: boolean;
}

/** The wanted army, the last one, and with `past` those before it, oldest first. Throws when there is none. */
export async function armyMail({ session, past }: Wanted, services: Services): Promise<ArmyMail[]> {
  const standing = await standingArmy(session, services);
  const dismissed = await dismissedArmies(standing?.entry.name ?? session, services);
  const all = [...dismissed.map(fromPast), ...(standing ? [fromStanding(standing, services)] : [])];
  if (all.length === 0) throw await nothingFound(session, services);
  return past ? all : all.slice(-1);
}

/** What the history has of an army that was dismissed while it was read. */
export async function* keptMessages({ name, started }: SessionEntry, services: Services): AsyncGenerator<Message> {
  const armies = await (await pastArmiesOf(services)).list();
  const kept = armies.find(({ facts }) => facts.session === name && facts.started === started);
  if (kept) yield* kept.messages();
}

async function standingArmy(session: string | undefined, services: Services): Promise<OpenArmy | undefined> {
  try {
    const entry = await findSession(services, session);
    const isWhole = session === undefined || session === entry.name;
    if (!isWhole && (await dismissedArmies(session, services)).length > 0) return undefined;
    return await openEntry(entry, services);
  } catch (error) {
    if (OvldError.is(error, "session-none-here", "session-unknown")) return undefined;
    throw error;
  }
}

async function dismissedArmies(session: string | undefined, services: Services): Promise<PastArmy[]> {
  const armies = await (await pastArmiesOf(services)).list();
  if (session === undefined) {
    const here = await realpath(services.directory).catch(() => services.directory);
    return armies.filter(({ facts }) => facts.directory === here);
  }
  const [exact] = armies.filter(({ name }) => name === session);
  return exact ? [exact] : armies.filter(({ facts }) => facts.session === session);
}

async function nothingFound(session: string | undefined, services: Services): Promise<OvldError> {
  if (session === undefined) return new OvldError("session-none-here", { directory: services.directory });
  const standing = (await registryOf(services).list()).map(({ name }) => name);
  const dismissed = (await (await pastArmiesOf(services)).list()).map(({ name }) => name);
  return new OvldError("session-unknown", { session, known: [...standing, ...dismissed] });
}

function fromStanding(standing: OpenArmy, services: Services): ArmyMail {
  const { entry, roster, store } = standing;
  return {
    ...{ name: entry.name, roles: roster.roles, standing },
    facts: () => factsOf(standing, services),
    messages: () => store.mail.scroll(),
  };
}

function fromPast({ name, facts, messages }: PastArmy): ArmyMail {
  return { name, roles: facts.roles, facts: async () => facts, messages };
}
