import { OvldError } from "#errors/ovld-error.ts";
import type { RoleId } from "#store/mail-store.ts";
import type { Roster, RosterEntry } from "#store/relay-store.ts";
import { requireRole } from "./compose.ts";

/**
 * Whom a role may write to. `free`: everyone. `ranks`: its superior, everyone who stands under it, and those who stand
 * beside it under the same superior.
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

/** Throws `routing-refused`, with whom may be written to instead. */
export function requireRoute(from: RoleId, to: RoleId, roster: Roster): void {
  requireRole(to, roster);
  if (from === to || roster.settings.routing !== "ranks") return;
  const allowed = recipientsOf(from, roster);
  if (!allowed.includes(to)) throw new OvldError("routing-refused", { from, to, allowed });
}

/** Who it reports to; where the formation does not say, everyone of the next higher rank. */
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
