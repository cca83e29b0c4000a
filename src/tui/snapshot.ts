import type { Army } from "#app/app.ts";
import type { ObservedMood } from "#app/observe/moods.ts";
import type { RitualProgress } from "#app/rituals/give-rituals.ts";
import type { SessionState } from "#army/survey.ts";
import type { RoleId } from "#mail/message.ts";
import type { RosterEntry } from "#mail/roster.ts";
import type { MailDigest } from "#store/mail-store.ts";
import type { RoleStatus } from "#store/status-board.ts";

/** What is known of an army at one moment. */
export interface Snapshot {
  army: string;
  directory: string;
  /** Unknown until its multiplexer has answered. */
  state?: SessionState | undefined;
  /** Why the rest is old, in one line. */
  trouble?: string | undefined;
  roles: readonly RosterEntry[];
  statuses: readonly RoleStatus[];
  /** Absent where nobody observes the agents. */
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

/** What is known of an army before it was looked at. */
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

/** An agent that cannot be asked is unknown, and that is shown. */
async function moodsOf(
  roles: readonly RosterEntry[],
  moodOf: (role: RoleId) => Promise<ObservedMood>,
): Promise<Map<RoleId, ObservedMood>> {
  const ask = (role: RoleId) => moodOf(role).catch((): ObservedMood => ({ mood: "unknown" }));
  return new Map(await Promise.all(roles.map(async ({ id }) => [id, await ask(id)] as const)));
}
