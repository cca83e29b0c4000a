import type { App, Army } from "#app/app.ts";
import type { OpenArmy } from "#app/armies/open-army.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { RosterEntry } from "#mail/roster.ts";

/** A registered army by its whole name. */
export async function findEntry(ovld: App, name: string): Promise<SessionEntry> {
  const entry = await ovld.find(name);
  if (entry) return entry;
  const known = (await ovld.list()).map((one) => one.name);
  throw new OvldError("session-unknown", { session: name, known });
}

export async function openArmy(ovld: App, name: string): Promise<Army> {
  return ovld.open(await findEntry(ovld, name));
}

export function findRole({ roster }: OpenArmy, role: string): RosterEntry {
  const found = roster.roles.find(({ id }) => id === role);
  if (!found) throw new OvldError("role-unknown", { role, known: roster.roles.map(({ id }) => id) });
  return found;
}
