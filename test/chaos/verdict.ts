import type { Deed } from "./ledger.ts";

export interface Sending {
  id: string;
  from: string;
  to: string;
}

/** What is known of a run when it is over. */
export interface Evidence {
  deedsOf(role: string): Deed[];
  roles: readonly string[];
  /** What the human sent, in order. */
  byUser: readonly Sending[];
  /** What the store still has of those messages, also of those whose sender was killed before it heard of it. */
  stored: readonly Sending[];
  /** What the readers would know of if they were taken up again now, where they keep a record. */
  remembered?: ReadonlySet<string> | undefined;
}

export interface Verdict {
  /** Messages whose sending was acknowledged. */
  sent: number;
  lost: string[];
  /** Messages that a reader was told of, and that its conversation does not have. */
  forgotten: string[];
  /** Messages that came to one reader as two, or that were handed on twice. */
  actedTwice: string[];
  outOfOrder: string[];
  submitted: string[];
}

export function judge({ deedsOf, roles, byUser, stored, remembered }: Evidence): Verdict {
  const deeds = Object.fromEntries(roles.map((role) => [role, deedsOf(role)]));
  const sendings = [
    ...byUser,
    ...roles.flatMap((from) =>
      (deeds[from] ?? []).flatMap((deed) => ("sent" in deed ? [{ id: deed.sent, from, to: deed.to }] : [])),
    ),
  ];
  const acted = (role: string) => (deeds[role] ?? []).flatMap((deed) => ("acted" in deed ? [deed] : []));
  const all = roles.flatMap(acted);
  const read = new Set(all.map((deed) => deed.acted));
  const unread = [...sendings, ...stored].filter(({ id }) => !read.has(id));
  return {
    sent: sendings.length,
    lost: [...new Set(unread.map(({ id, from, to }) => `${id} ${from} → ${to}`))],
    forgotten: remembered ? [...read].filter((id) => !remembered.has(id)) : [],
    actedTwice: [
      ...roles.flatMap((role) => twice(acted(role).map((deed) => deed.acted))),
      ...twice(all.flatMap(({ after }) => after ?? [])),
    ],
    outOfOrder: roles.flatMap((to) => outOfOrder(sendings, to, acted(to))),
    submitted: roles.flatMap((role) =>
      (deeds[role] ?? []).flatMap((deed) => ("submitted" in deed ? [`${role}: ${deed.submitted}`] : [])),
    ),
  };
}

/** Whether a promise was broken. */
export function isBroken({ sent: _, ...faults }: Verdict): boolean {
  return Object.values(faults).some((found) => found.length > 0);
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
