import { realpath } from "node:fs/promises";
import { registryOf } from "#app/armies/army-parts.ts";
import { findSession, openEntry } from "#app/armies/find-session.ts";
import { factsOf } from "#app/observe/army-facts.ts";
import type { OpenArmy } from "#army/open-army.ts";
import type { Context } from "#cli/context.ts";
import { pastArmiesOf } from "#cli/keep-history.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { Message } from "#store/mail-store.ts";
import type { ArmyFacts, PastArmy } from "#store/past-armies.ts";
import type { RosterEntry } from "#store/relay-store.ts";

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
export async function armyMail({ session, past }: Wanted, context: Context): Promise<ArmyMail[]> {
  const standing = await standingArmy(session, context);
  const dismissed = await dismissedArmies(standing?.entry.name ?? session, context);
  const all = [...dismissed.map(fromPast), ...(standing ? [fromStanding(standing, context)] : [])];
  if (all.length === 0) throw await nothingFound(session, context);
  return past ? all : all.slice(-1);
}

/** What the history has of an army that was dismissed while it was read. */
export async function* keptMessages({ name, started }: SessionEntry, context: Context): AsyncGenerator<Message> {
  const armies = await (await pastArmiesOf(context)).list();
  const kept = armies.find(({ facts }) => facts.session === name && facts.started === started);
  if (kept) yield* kept.messages();
}

async function standingArmy(session: string | undefined, context: Context): Promise<OpenArmy | undefined> {
  try {
    const entry = await findSession(context, session);
    const isWhole = session === undefined || session === entry.name;
    if (!isWhole && (await dismissedArmies(session, context)).length > 0) return undefined;
    return await openEntry(entry, context);
  } catch (error) {
    if (OvldError.is(error, "session-none-here", "session-unknown")) return undefined;
    throw error;
  }
}

async function dismissedArmies(session: string | undefined, context: Context): Promise<PastArmy[]> {
  const armies = await (await pastArmiesOf(context)).list();
  if (session === undefined) {
    const here = await realpath(context.directory).catch(() => context.directory);
    return armies.filter(({ facts }) => facts.directory === here);
  }
  const [exact] = armies.filter(({ name }) => name === session);
  return exact ? [exact] : armies.filter(({ facts }) => facts.session === session);
}

async function nothingFound(session: string | undefined, context: Context): Promise<OvldError> {
  if (session === undefined) return new OvldError("session-none-here", { directory: context.directory });
  const standing = (await registryOf(context).list()).map(({ name }) => name);
  const dismissed = (await (await pastArmiesOf(context)).list()).map(({ name }) => name);
  return new OvldError("session-unknown", { session, known: [...standing, ...dismissed] });
}

function fromStanding(standing: OpenArmy, context: Context): ArmyMail {
  const { entry, roster, store } = standing;
  return {
    ...{ name: entry.name, roles: roster.roles, standing },
    facts: () => factsOf(standing, context),
    messages: () => store.mail.scroll(),
  };
}

function fromPast({ name, facts, messages }: PastArmy): ArmyMail {
  return { name, roles: facts.roles, facts: async () => facts, messages };
}
