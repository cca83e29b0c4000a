import { OvldError } from "#errors/ovld-error.ts";
import { requireRole } from "./compose.ts";
import type { RoleId } from "./message.ts";
import type { Roster, RosterEntry } from "./roster.ts";

/**
 * The roles that a role may write to. `free`: all. `ranks`: its superior, all roles under it, and the roles under the
 * same superior.
 */
export function recipientsOf(from: RoleId, { roles, settings }: Roster): RoleId[] {
  const others = roles.filter(({ id }) => id !== from);
  const self = roles.find(({ id }) => id === from);
  const isAllowed = ({ id }: RosterEntry): boolean =>
    settings.routing !== "ranks" ||
    self === undefined ||
    superiorsOf(from, roles).includes(id) ||
    isUnder(id, from, roles) ||
    areBeside(from, id, roles);
  return others.filter(isAllowed).map(({ id }) => id);
}

/** Throws `routing-refused` with the allowed recipients. */
export function requireRoute(from: RoleId, to: RoleId, roster: Roster): void {
  requireRole(to, roster);
  if (from === to || roster.settings.routing !== "ranks") return;
  const allowed = recipientsOf(from, roster);
  if (!allowed.includes(to)) throw new OvldError("routing-refused", { from, to, allowed });
}

/** The role that `role` reports to, else all roles of the next higher rank. */
export function superiorsOf(role: RoleId, roles: readonly RosterEntry[]): RoleId[] {
  const self = roles.find(({ id }) => id === role);
  if (!self) return [];
  const named = roles.find(({ id }) => id === self.reportsTo);
  if (named) return [named.id];
  const above = roles.filter(({ rank }) => rank < self.rank);
  const next = Math.max(...above.map(({ rank }) => rank));
  return above.filter(({ rank }) => rank === next).map(({ id }) => id);
}

function isUnder(role: RoleId, superior: RoleId, roles: readonly RosterEntry[], seen = new Set<RoleId>()): boolean {
  if (seen.has(role)) return false;
  seen.add(role);
  return superiorsOf(role, roles).some((above) => above === superior || isUnder(above, superior, roles, seen));
}

function areBeside(a: RoleId, b: RoleId, roles: readonly RosterEntry[]): boolean {
  return superiorsOf(a, roles).join() === superiorsOf(b, roles).join();
}
