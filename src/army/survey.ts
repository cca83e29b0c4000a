import type { SessionEntry } from "#home/session-entry.ts";
import type { MultiplexerKind, MultiplexerSession } from "#multiplexer/multiplexer.ts";

/**
 * `orphan`: registered, but unknown to its multiplexer. `resting`: ended on purpose, to be resumed. `unknown`: its
 * multiplexer does not answer.
 */
export const sessionStates = ["running", "exited", "orphan", "resting", "unknown"] as const;
export type SessionState = (typeof sessionStates)[number];

/** Whether the army's agents have certainly ended. */
export function isOver(state: SessionState | undefined): boolean {
  return state === "exited" || state === "orphan" || state === "resting";
}

export interface SurveyedSession {
  entry: SessionEntry;
  state: SessionState;
}

/** State of each registered session by the answers of the multiplexers; undefined if one did not answer. */
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
