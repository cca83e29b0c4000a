import type { OpenArmy } from "#army/open-army.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { RosterEntry } from "#store/relay-store.ts";
import type { Reader } from "./world.ts";

/** A registered army by its whole name. */
export async function findEntry(reader: Reader, name: string): Promise<SessionEntry> {
  const entry = await reader.find(name);
  if (entry) return entry;
  const known = (await reader.registered()).map((one) => one.name);
  throw new OvldError("session-unknown", { session: name, known });
}

export async function openArmy(reader: Reader, name: string): Promise<OpenArmy> {
  return reader.open(await findEntry(reader, name));
}

export function findRole({ roster }: OpenArmy, role: string): RosterEntry {
  const found = roster.roles.find(({ id }) => id === role);
  if (!found) throw new OvldError("role-unknown", { role, known: roster.roles.map(({ id }) => id) });
  return found;
}
