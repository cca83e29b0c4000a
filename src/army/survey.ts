import type { SessionEntry } from "#home/session-entry.ts";
import type { MultiplexerKind, MultiplexerSession } from "#multiplexer/multiplexer.ts";

/**
 * `orphan`: registered, but its multiplexer no longer knows it. `resting`: the same, as its person wanted. `unknown`:
 * its multiplexer could not be asked.
 */
export const sessionStates = ["running", "exited", "orphan", "resting", "unknown"] as const;
export type SessionState = (typeof sessionStates)[number];

/** Its agents are certainly gone. */
export function isOver(state: SessionState | undefined): boolean {
  return state === "exited" || state === "orphan" || state === "resting";
}

export interface SurveyedSession {
  entry: SessionEntry;
  state: SessionState;
}

/** What became of each registered session, given what each multiplexer answered (nothing: it could not be asked). */
export function survey(
  entries: readonly SessionEntry[],
  answers: Partial<Record<MultiplexerKind, readonly MultiplexerSession[] | undefined>>,
): SurveyedSession[] {
  return entries.map((entry) => {
    const sessions = answers[entry.multiplexer];
    if (!sessions) return { entry, state: "unknown" };
    const known = sessions.find((session) => session.name === entry.name)?.state;
    return { entry, state: known ?? (entry.isResting ? "resting" : "orphan") };
  });
}
