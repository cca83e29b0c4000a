import type { OpenArmy } from "#army/open-army.ts";
import { OvldError } from "#base/errors.ts";
import type { SessionEntry } from "#config/session-entry.ts";
import type { RosterEntry } from "#store/relay-store.ts";
import type { Reader } from "./world.ts";

/** A registered army by its whole name. */
export async function findEntry(reader: Reader, name: string): Promise<SessionEntry> {
  const entries = await reader.registered();
  const entry = entries.find((one) => one.name === name);
  if (!entry) throw new OvldError("session-unknown", { session: name, known: entries.map((one) => one.name) });
  return entry;
}

export async function openArmy(reader: Reader, name: string): Promise<OpenArmy> {
  return reader.open(await findEntry(reader, name));
}

export function findRole({ roster }: OpenArmy, role: string): RosterEntry {
  const found = roster.roles.find(({ id }) => id === role);
  if (!found) throw new OvldError("role-unknown", { role, known: roster.roles.map(({ id }) => id) });
  return found;
}
