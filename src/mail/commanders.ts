import { type RoleId, USER } from "./message.ts";
import type { Roster } from "./roster.ts";
import { superiorsOf } from "./routing.ts";

/**
 * The roles above a role. The commanders of the highest role are the human and the roles of the command layer that
 * report to it.
 */
export function commandersOf(role: RoleId, { roles }: Pick<Roster, "roles">): RoleId[] {
  const above = rolesAbove(role, { roles });
  if (above.length > 0) return above;
  const reports = roles.filter(({ id, layer }) => layer === "command" && superiorsOf(id, roles).includes(role));
  return [...reports.map(({ id }) => id), USER];
}

export function rolesAbove(role: RoleId, { roles }: Pick<Roster, "roles">): RoleId[] {
  const above = new Set<RoleId>();
  const climb = (from: RoleId): void => {
    for (const superior of superiorsOf(from, roles)) {
      if (above.has(superior) || superior === role) continue;
      above.add(superior);
      climb(superior);
    }
  };
  climb(role);
  return [...above];
}
