import type { LedgerEntry } from "./ledger.ts";

export interface Sending {
  id: string;
  from: string;
  to: string;
}

/** Data about a finished run. */
export interface Evidence {
  entriesOf(role: string): LedgerEntry[];
  roles: readonly string[];
  /** Messages of the user, in order. */
  byUser: readonly Sending[];
  /** Messages in the store, including those of senders that were killed before their acknowledgement. */
  stored: readonly Sending[];
  /** Ids of messages in the transcripts, which a resumed agent knows; undefined if the agents write none. */
  remembered?: ReadonlySet<string> | undefined;
}

export interface Verdict {
  /** Messages whose sending was acknowledged. */
  sent: number;
  lost: string[];
  /** Messages that a reader received and that no transcript holds. */
  forgotten: string[];
  /** Messages that one reader acted on twice, or that were forwarded twice. */
  actedTwice: string[];
  outOfOrder: string[];
  submitted: string[];
}

export function judge({ entriesOf, roles, byUser, stored, remembered }: Evidence): Verdict {
  const entries = Object.fromEntries(roles.map((role) => [role, entriesOf(role)]));
  const sendings = [
    ...byUser,
    ...roles.flatMap((from) =>
      (entries[from] ?? []).flatMap((entry) => ("sent" in entry ? [{ id: entry.sent, from, to: entry.to }] : [])),
    ),
  ];
  const acted = (role: string) => (entries[role] ?? []).flatMap((entry) => ("acted" in entry ? [entry] : []));
  const all = roles.flatMap(acted);
  const read = new Set(all.map((entry) => entry.acted));
  const unread = [...sendings, ...stored].filter(({ id }) => !read.has(id));
  return {
    sent: sendings.length,
    lost: [...new Set(unread.map(({ id, from, to }) => `${id} ${from} → ${to}`))],
    forgotten: remembered ? [...read].filter((id) => !remembered.has(id)) : [],
    actedTwice: [
      ...roles.flatMap((role) => twice(acted(role).map((entry) => entry.acted))),
      ...twice(all.flatMap(({ after }) => after ?? [])),
    ],
    outOfOrder: roles.flatMap((to) => outOfOrder(sendings, to, acted(to))),
    submitted: roles.flatMap((role) =>
      (entries[role] ?? []).flatMap((entry) => ("submitted" in entry ? [`${role}: ${entry.submitted}`] : [])),
    ),
  };
}

/** Whether any promise was broken. */
export function isBroken({ sent: _, ...faults }: Verdict): boolean {
  return Object.values(faults).some((found) => found.length > 0);
}

function twice(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  return ids.filter((id) => seen.size === seen.add(id).size);
}

/** Messages that a role read after a later message of the same sender. */
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
