import type { RelaySettings, Roster } from "#mail/roster.ts";

/** A roster with the roles of the built-in formation. */
export function sixRoles(settings: Partial<RelaySettings> = {}): Roster {
  const entry = (id: string, rank: number, reportsTo?: string) => ({
    id,
    name: { en: id.toUpperCase(), ja: `${id}軍` },
    icon: "*",
    rank,
    ...(reportsTo && { reportsTo }),
  });
  return {
    session: "ovld-test",
    roles: [
      entry("overlord", 1),
      entry("strategist", 2, "overlord"),
      ...["inferno", "glacier", "shadow", "storm"].map((id) => entry(id, 3, "strategist")),
    ],
    settings: { lang: "en", knowledge: false, durability: "process", ...settings },
  };
}
