import { deedsOf } from "./ledger.ts";

interface Sending {
  id: string;
  from: string;
  to: string;
}

export interface Verdict {
  /** Messages whose sending was acknowledged. */
  sent: number;
  lost: string[];
  actedTwice: string[];
  outOfOrder: string[];
  submitted: string[];
}

/** What the ledgers of an army say of its promises; `byUser` is what the human sent, in order. */
export function judge(folder: string, roles: readonly string[], byUser: readonly Sending[]): Verdict {
  const deeds = Object.fromEntries(roles.map((role) => [role, deedsOf(folder, role)]));
  const sendings = [
    ...byUser,
    ...roles.flatMap((from) =>
      (deeds[from] ?? []).flatMap((deed) => ("sent" in deed ? [{ id: deed.sent, from, to: deed.to }] : [])),
    ),
  ];
  const acted = (role: string) => (deeds[role] ?? []).flatMap((deed) => ("acted" in deed ? [deed] : []));
  const read = new Set(roles.flatMap((role) => acted(role).map((deed) => deed.acted)));
  return {
    sent: sendings.length,
    lost: sendings.filter(({ id }) => !read.has(id)).map(({ id, from, to }) => `${id} ${from} → ${to}`),
    actedTwice: roles.flatMap((role) => twice(acted(role).map((deed) => deed.acted))),
    outOfOrder: roles.flatMap((to) => outOfOrder(sendings, to, acted(to))),
    submitted: roles.flatMap((role) =>
      (deeds[role] ?? []).flatMap((deed) => ("submitted" in deed ? [`${role}: ${deed.submitted}`] : [])),
    ),
  };
}

function twice(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  return ids.filter((id) => seen.size === seen.add(id).size);
}

/** What one sender sent to one reader is read in the order in which it was sent. */
function outOfOrder(
  sendings: readonly Sending[],
  to: string,
  acted: readonly { acted: string; from: string }[],
): string[] {
  const rank = new Map(sendings.filter((one) => one.to === to).map(({ id }, index) => [id, index]));
  const last = new Map<string, number>();
  return acted.flatMap(({ acted: id, from }) => {
    const at = rank.get(id);
    if (at === undefined) return [];
    const before = last.get(from) ?? -1;
    last.set(from, Math.max(at, before));
    return at < before ? [`${id} ${from} → ${to}`] : [];
  });
}
