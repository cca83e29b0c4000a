import type { Mood } from "#agent-cli/agent-cli.ts";
import type { RitualProgress } from "#app/rituals/give-rituals.ts";
import type { SessionState } from "#army/survey.ts";
import type { MailDigest, RoleId } from "#store/mail-store.ts";
import type { RosterEntry } from "#store/relay-store.ts";
import type { RoleStatus } from "#store/status-board.ts";
import type { WatchedArmy } from "./watched-army.ts";

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
  moods?: ReadonlyMap<RoleId, Mood> | undefined;
  rituals: readonly RitualProgress[];
  mail: MailDigest;
}

export async function takeSnapshot(army: WatchedArmy, newest: number): Promise<Snapshot> {
  const { name, directory, roster, store } = army;
  return {
    army: name,
    directory,
    roles: roster.roles,
    statuses: await store.status.all(),
    moods: army.mood && (await moodsOf(roster.roles, army.mood)),
    rituals: await army.rituals(),
    mail: await store.mail.digest({ newest }),
  };
}

/** What is known of an army before it was looked at. */
export function blankSnapshot({ name, directory, roster }: WatchedArmy): Snapshot {
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
  moodOf: (role: RoleId) => Promise<Mood>,
): Promise<Map<RoleId, Mood>> {
  const ask = (role: RoleId) => moodOf(role).catch((): Mood => ({ mood: "unknown" }));
  return new Map(await Promise.all(roles.map(async ({ id }) => [id, await ask(id)] as const)));
}
