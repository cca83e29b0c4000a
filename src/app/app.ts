import type { OpenArmy } from "#app/armies/open-army.ts";
import type { ObservedMood } from "#app/observe/moods.ts";
import type { RitualProgress } from "#app/rituals/give-rituals.ts";
import type { SessionState, SurveyedSession } from "#army/survey.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { Letter } from "#mail/compose.ts";
import type { Sent } from "#mail/mailer.ts";
import type { RoleId } from "#mail/message.ts";
import type { MultiplexerKind } from "#multiplexer/multiplexer.ts";
import type { PaneView } from "#multiplexer/pane-input.ts";
import type { ControlledPane } from "./control/control-pane.ts";

/** The operations of ovld, for every surface. */
export interface App {
  /** Every registered army, oldest first. */
  list(): Promise<SessionEntry[]>;
  /** One registered army, by its whole name. */
  find(name: string): Promise<SessionEntry | undefined>;
  /** The state of each army, as its multiplexer reports it. */
  survey(entries: readonly SessionEntry[]): Promise<SurveyedSession[]>;
  open(entry: SessionEntry): Promise<Army>;
  /** Resolves when all panes exist; rituals follow. Throws `session-exists` if an army already runs there. */
  summon(order: SummonOrder): Promise<SessionEntry>;
  dismiss(entry: SessionEntry): Promise<void>;
}

/** One army: its mail, the observed moods of its agents, and their panes. */
export interface Army extends OpenArmy {
  state(): Promise<SessionState>;
  /** Restarts agents in their panes, even busy ones, and resumes their conversations. */
  restart(roles: readonly RoleId[]): Promise<void>;
  /** Sends a message from the user to a role. */
  send(letter: Letter): Promise<Sent>;
  rituals(): Promise<RitualProgress[]>;
  /** Mood of an agent: reported by its agent CLI, else guessed from its pane. */
  mood(role: RoleId): Promise<ObservedMood>;
  /** Calls `tell` when the mood may have changed, until the signal aborts. */
  onMood(role: RoleId, tell: () => void, signal: AbortSignal): void;
  /** Calls `tell` when the watcher records or clears a failure, until the signal aborts. */
  onFailure(tell: () => void, signal: AbortSignal): void;
  /** Current screen of an agent's pane. */
  screen(role: RoleId, options: { isPlain: boolean }): Promise<Screen>;
  /** Yields the screen now and after every change, until the agent's program ends or the signal aborts. */
  watchScreen(role: RoleId, signal: AbortSignal): AsyncIterable<PaneView>;
  /** Brings the role's pane to the front; false when no terminal is attached that could show it. */
  focus(role: RoleId): Promise<boolean>;
  /** Takes control of an agent's pane; throws `person-typing`, `pane-taken` and `keys-visible`. */
  control(role: RoleId): Promise<ControlledPane>;
}

/** Input for a new army. Everything else comes from the user's settings, so a surface cannot loosen the sandbox. */
export interface SummonOrder {
  directory: string;
  formation?: string | undefined;
  multiplexer?: MultiplexerKind | undefined;
  rituals?: boolean | undefined;
  /** For an ended army in this directory: true resumes it, false removes it. */
  resume?: boolean | undefined;
}

export interface Screen {
  /** Lines of the screen, with colour escape sequences unless it is plain. */
  text: string;
  /** Counted from 0 in the upper left corner; absent if the multiplexer does not report it. */
  cursor?: { row: number; column: number } | undefined;
  size?: { columns: number; rows: number } | undefined;
}
