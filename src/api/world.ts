import type { Mood } from "#agent-cli/agent-cli.ts";
import type { TakenPane } from "#app/control/control-pane.ts";
import type { RitualProgress } from "#app/rituals/give-rituals.ts";
import type { OpenArmy } from "#army/open-army.ts";
import type { SurveyedSession } from "#army/survey.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { Letter } from "#mail/compose.ts";
import type { Sent } from "#mail/mailer.ts";
import type { MultiplexerKind } from "#multiplexer/multiplexer.ts";
import type { PaneView } from "#multiplexer/typist.ts";
import type { RoleId } from "#store/mail-store.ts";

export const screenFormats = ["text", "ansi", "cells"] as const;
export type ScreenFormat = (typeof screenFormats)[number];

export interface Screen {
  /** Its lines; but for plain text with the escape sequences of their colours. */
  text: string;
  /** From the upper left corner, counted from 0; unknown where the multiplexer does not tell. */
  cursor?: { row: number; column: number } | undefined;
  size?: { columns: number; rows: number } | undefined;
}

/** How the API looks at armies: given by whoever serves it, because a surface opens no store and no multiplexer itself. */
export interface Reader {
  /** Every registered army, oldest first. */
  registered(): Promise<SessionEntry[]>;
  /** One of them, by its whole name. */
  find(name: string): Promise<SessionEntry | undefined>;
  /** What became of them, asked of their multiplexers. */
  survey(entries: readonly SessionEntry[]): Promise<SurveyedSession[]>;
  open(entry: SessionEntry): Promise<OpenArmy>;
  rituals(entry: SessionEntry): Promise<RitualProgress[]>;
  /** What an agent's pane shows now. */
  screen(entry: SessionEntry, role: RoleId, options: { isPlain: boolean }): Promise<Screen>;
  /** The same, now and after every change, until the agent's program ends or the signal aborts. */
  watch(entry: SessionEntry, role: RoleId, signal: AbortSignal): AsyncIterable<PaneView>;
  /** What is observed of an agent, where its agent CLI tells. */
  mood?(entry: SessionEntry, role: RoleId): Promise<Mood>;
  /** Tells at once when that may be something else, until the signal aborts. */
  onMood?(entry: SessionEntry, role: RoleId, tell: () => void, signal: AbortSignal): Promise<void>;
  /** Tells at once when something of the army is seen to be lost, or to be back, until the signal aborts. */
  onLoss?(entry: SessionEntry, tell: () => void, signal: AbortSignal): void;
}

/** What a new army is made from; everything else is the user's own settings, which the API cannot loosen. */
export interface SummonOrder {
  directory: string;
  formation?: string | undefined;
  multiplexer?: MultiplexerKind | undefined;
  rituals?: boolean | undefined;
  /** Of an army that ended there: true brings it back, false removes it. */
  resume?: boolean | undefined;
}

/** What the API does, through the same code as the verbs of the command line. */
export interface Actions {
  /** Resolves when every pane is there; the rituals follow. Throws `session-exists` where an army stands already. */
  summon(order: SummonOrder): Promise<SessionEntry>;
  dismiss(entry: SessionEntry): Promise<void>;
  /** Writes to a role as the user. */
  send(army: OpenArmy, letter: Letter): Promise<Sent>;
  /** Takes the keys of an agent's pane; throws `person-typing`, `pane-taken` and `keys-visible`. */
  take(entry: SessionEntry, role: RoleId): Promise<TakenPane>;
  /** Restarts every agent in its pane, busy or not; their conversations go on. */
  restartSession(entry: SessionEntry): Promise<void>;
  restartAgent(entry: SessionEntry, role: RoleId): Promise<void>;
}
