import type { Army } from "#app/app.ts";
import type { ObservedMood } from "#app/observe/moods.ts";
import type { RitualProgress } from "#app/rituals/give-rituals.ts";
import type { SessionState } from "#army/survey.ts";
import type { RoleId } from "#mail/message.ts";
import type { RosterEntry } from "#mail/roster.ts";
import type { MailDigest } from "#store/mail-store.ts";
import type { RoleStatus } from "#store/status-board.ts";

export interface Snapshot {
  army: string;
  directory: string;
  /** Undefined until the multiplexer has answered. */
  state?: SessionState | undefined;
  /** Error of the last attempt, in one line; the other fields are then outdated. */
  trouble?: string | undefined;
  roles: readonly RosterEntry[];
  statuses: readonly RoleStatus[];
  /** Absent for armies without observation. */
  moods?: ReadonlyMap<RoleId, ObservedMood> | undefined;
  rituals: readonly RitualProgress[];
  mail: MailDigest;
}

export async function takeSnapshot(army: Army, newest: number): Promise<Snapshot> {
  const { entry, roster, store } = army;
  return {
    army: entry.name,
    directory: entry.directory,
    roles: roster.roles,
    statuses: await store.status.all(),
    moods: await moodsOf(roster.roles, army.mood),
    rituals: await army.rituals(),
    mail: await store.mail.digest({ newest }),
  };
}

export function blankSnapshot({ entry: { name, directory }, roster }: Army): Snapshot {
  return {
    army: name,
    directory,
    roles: roster.roles,
    statuses: [],
    rituals: [],
    mail: { newest: [], unread: [] },
  };
}

/** If the observation of an agent fails, its mood is `unknown`. */
async function moodsOf(
  roles: readonly RosterEntry[],
  moodOf: (role: RoleId) => Promise<ObservedMood>,
): Promise<Map<RoleId, ObservedMood>> {
  const ask = (role: RoleId) => moodOf(role).catch((): ObservedMood => ({ mood: "unknown" }));
  return new Map(await Promise.all(roles.map(async ({ id }) => [id, await ask(id)] as const)));
}
