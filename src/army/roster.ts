import type { RelaySettings, Roster } from "#store/relay-store.ts";
import type { Formation } from "./formation.ts";

/** Who is there, as a session's relays and people are told. */
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
