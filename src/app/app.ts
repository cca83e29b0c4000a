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

/** What ovld can do, for every surface. */
export interface App {
  /** Every registered army, oldest first. */
  list(): Promise<SessionEntry[]>;
  /** One of them, by its whole name. */
  find(name: string): Promise<SessionEntry | undefined>;
  /** What became of them, asked of their multiplexers. */
  survey(entries: readonly SessionEntry[]): Promise<SurveyedSession[]>;
  open(entry: SessionEntry): Promise<Army>;
  /** Resolves when every pane is there; the rituals follow. Throws `session-exists` where an army runs already. */
  summon(order: SummonOrder): Promise<SessionEntry>;
  dismiss(entry: SessionEntry): Promise<void>;
}

/** One army: its mail, its agents as they are observed, and their panes. */
export interface Army extends OpenArmy {
  state(): Promise<SessionState>;
  /** Restarts agents in their panes, busy or not; their conversations go on. */
  restart(roles: readonly RoleId[]): Promise<void>;
  /** Writes to a role as the user. */
  send(letter: Letter): Promise<Sent>;
  rituals(): Promise<RitualProgress[]>;
  /** What is observed of an agent; a pane is looked at when its agent CLI tells nothing. */
  mood(role: RoleId): Promise<ObservedMood>;
  /** Calls `tell` when the mood may be another, until the signal aborts. */
  onMood(role: RoleId, tell: () => void, signal: AbortSignal): void;
  /** Calls `tell` when something of the army is seen to be lost, or to be back, until the signal aborts. */
  onLoss(tell: () => void, signal: AbortSignal): void;
  /** What an agent's pane shows now. */
  screen(role: RoleId, options: { isPlain: boolean }): Promise<Screen>;
  /** The same, now and after every change, until the agent's program ends or the signal aborts. */
  watchScreen(role: RoleId, signal: AbortSignal): AsyncIterable<PaneView>;
  /** Brings the role's pane to the front; false when no terminal is attached that could show it. */
  focus(role: RoleId): Promise<boolean>;
  /** Takes the keys of an agent's pane; throws `person-typing`, `pane-taken` and `keys-visible`. */
  control(role: RoleId): Promise<ControlledPane>;
}

/** What a new army is made from; everything else is the user's own settings, which a surface cannot loosen. */
export interface SummonOrder {
  directory: string;
  formation?: string | undefined;
  multiplexer?: MultiplexerKind | undefined;
  rituals?: boolean | undefined;
  /** Of an army that ended there: true brings it back, false removes it. */
  resume?: boolean | undefined;
}

export interface Screen {
  /** Its lines, with the escape sequences of their colours unless it is plain. */
  text: string;
  /** From the upper left corner, counted from 0; absent where the multiplexer does not tell. */
  cursor?: { row: number; column: number } | undefined;
  size?: { columns: number; rows: number } | undefined;
}
