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

/** The mail of one army, registered or dismissed. */
export interface ArmyMail {
  name: string;
  roles: RosterEntry[];
  /** Set while the army is registered. */
  current?: OpenArmy | undefined;
  facts(): Promise<ArmyFacts>;
  messages(): AsyncIterable<Message>;
}

export interface Wanted {
  /** Name of a registered or dismissed army, or a prefix that only one registered army has. */
  session: string | undefined;
  /** True includes earlier armies. */
  past: boolean;
}

/** The last army that matches; with `past` also the earlier ones, oldest first. Throws if there is none. */
export async function armyMail({ session, past }: Wanted, services: Services): Promise<ArmyMail[]> {
  const current = await currentArmy(session, services);
  const dismissed = await dismissedArmies(current?.entry.name ?? session, services);
  const all = [...dismissed.map(fromPast), ...(current ? [fromCurrent(current, services)] : [])];
  if (all.length === 0) throw await nothingFound(session, services);
  return past ? all : all.slice(-1);
}

/** Messages in the history of an army that was dismissed while its mail was read. */
export async function* keptMessages({ name, started }: SessionEntry, services: Services): AsyncGenerator<Message> {
  const armies = await (await pastArmiesOf(services)).list();
  const kept = armies.find(({ facts }) => facts.session === name && facts.started === started);
  if (kept) yield* kept.messages();
}

async function currentArmy(session: string | undefined, services: Services): Promise<OpenArmy | undefined> {
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
  const current = (await registryOf(services).list()).map(({ name }) => name);
  const dismissed = (await (await pastArmiesOf(services)).list()).map(({ name }) => name);
  return new OvldError("session-unknown", { session, known: [...current, ...dismissed] });
}

function fromCurrent(current: OpenArmy, services: Services): ArmyMail {
  const { entry, roster, store } = current;
  return {
    ...{ name: entry.name, roles: roster.roles, current },
    facts: () => factsOf(current, services),
    messages: () => store.mail.scroll(),
  };
}

function fromPast({ name, facts, messages }: PastArmy): ArmyMail {
  return { name, roles: facts.roles, facts: async () => facts, messages };
}
