import type { SessionEntry } from "#config/registry.ts";
import type { MultiplexerKind, MultiplexerSession } from "#multiplexer/multiplexer.ts";

/** `orphan`: registered, but its multiplexer no longer knows it. `unknown`: its multiplexer could not be asked. */
export type SessionState = "running" | "exited" | "orphan" | "unknown";

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
    return { entry, state: sessions.find((session) => session.name === entry.name)?.state ?? "orphan" };
  });
}
