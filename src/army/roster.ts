import type { RelaySettings, Roster } from "#mail/roster.ts";
import type { Formation } from "./formation.ts";

/** The roles of a session, as its relays and people see them. */
export function rosterOf(session: string, { roles }: Formation, settings: RelaySettings): Roster {
  return {
    session,
    settings,
    roles: roles.map(({ id, name, icon, rank, layer, reports_to }) => ({
      id,
      name,
      icon,
      rank,
      layer,
      ...(reports_to !== undefined && { reportsTo: reports_to }),
    })),
  };
}
