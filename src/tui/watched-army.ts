import type { Mood } from "#agent-cli/agent-cli.ts";
import type { RitualProgress } from "#app/rituals/give-rituals.ts";
import type { SessionState } from "#army/survey.ts";
import type { Sent } from "#mail/mailer.ts";
import type { RoleId } from "#store/mail-store.ts";
import type { RelayStore, Roster } from "#store/relay-store.ts";

/** One army as the dashboard is given it: where it reads, and what its keys do. What is left out is not offered. */
export interface WatchedArmy {
  readonly name: string;
  readonly directory: string;
  readonly roster: Roster;
  readonly store: Pick<RelayStore, "mail" | "status" | "watch">;
  /** What became of its session. Asked rarely, because it takes a process. */
  state(): Promise<SessionState>;
  rituals(): Promise<RitualProgress[]>;
  /** What is observed of an agent, where its agent CLI tells. */
  mood?: ((role: RoleId) => Promise<Mood>) | undefined;
  /** Tells at once when what is observed may be something else, until the signal aborts. */
  onMood?: ((role: RoleId, tell: () => void, signal: AbortSignal) => void) | undefined;
  /** Tells at once when something of the army is seen to be lost, or to be back, until the signal aborts. */
  onLoss?: ((tell: () => void, signal: AbortSignal) => void) | undefined;
  /** Brings the role's pane to the front; false when nobody is attached who could see it. */
  focus(role: RoleId): Promise<boolean>;
  /** Writes to a role as the user. */
  send(role: RoleId, text: string): Promise<Sent>;
  restart?: ((role: RoleId) => Promise<void>) | undefined;
}
