import type { Services } from "#app/services.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { USER } from "#mail/message.ts";
import type { Roster } from "#mail/roster.ts";
import { registryOf } from "./army-parts.ts";
import type { OpenArmy } from "./open-army.ts";
import { requireCurrent } from "./take-over.ts";

/** The army with this name or unique prefix; without a name the army of this directory. */
export async function findSession(
  services: Services,
  name: string | undefined,
  { isWholeName = false }: FindOptions = {},
): Promise<SessionEntry> {
  const { directory } = services;
  const registry = registryOf(services);
  if (name === undefined) {
    const entry = await registry.findByDirectory(directory);
    if (!entry) throw new OvldError("session-none-here", { directory });
    return entry;
  }
  const entries = await registry.list();
  const known = entries.map((entry) => entry.name);
  const [found, ...others] = isWholeName ? [name] : byName(name, known);
  const entry = entries.find((other) => other.name === found);
  if (!entry || others.length > 0) throw new OvldError("session-unknown", { session: name, known });
  return entry;
}

interface FindOptions {
  /** For commands that end agents: once the named army is gone, a prefix would match another one. */
  isWholeName?: boolean;
}

export async function openSession(
  services: Services,
  name: string | undefined,
  options: FindOptions = {},
): Promise<OpenArmy> {
  return openEntry(await findSession(services, name, options), services);
}

/** Opens the mail of a known army. */
export async function openEntry(entry: SessionEntry, services: Services): Promise<OpenArmy> {
  requireCurrent(entry);
  const store = await services.adapters.openRelayStore(sessionPaths(resolvePaths(services.env), entry.name).relay);
  return { entry, store, roster: await store.roster() };
}

/** A role by its id, by a unique prefix of it, or by its display name. */
export function findRole(word: string, roster: Pick<Roster, "roles">): string {
  const known = roster.roles.map(({ id }) => id);
  const named = roster.roles.filter(({ name }) => name.en === word || name.ja === word).map(({ id }) => id);
  const byId = byName(word, known);
  const matches = byId.length > 0 ? byId : named;
  const [role] = matches;
  if (role === undefined) throw new OvldError("role-unknown", { role: word, known });
  if (matches.length > 1) throw new OvldError("role-ambiguous", { role: word, known: matches });
  return role;
}

/** A role or the user: each has an inbox. */
export function findReader(word: string, roster: Pick<Roster, "roles">): string {
  return word === USER ? USER : findRole(word, roster);
}

/** The exact name if it exists, else all names with this prefix. */
function byName(word: string, names: readonly string[]): readonly string[] {
  if (names.includes(word)) return [word];
  return word === "" ? [] : names.filter((name) => name.startsWith(word));
}
