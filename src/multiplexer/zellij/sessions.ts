import { systemClock } from "#base/clock.ts";
import type { MultiplexerSession } from "#multiplexer/multiplexer.ts";
import { type Ask, saysNoSessions } from "./run.ts";

const ATTEMPTS = 5;
const PAUSE = 50;

/** Queries behind a list of sessions. */
export interface SessionQueries {
  ask: Ask;
  /** Names of the sessions that have a socket. */
  sockets(): string[];
  /** Whether a session's server runs, as far as the system shows processes. */
  hasServer(session: string): Promise<boolean>;
}

/**
 * zellij sometimes omits a running session, for instance when a client has just left it. A socket without a listed
 * session is therefore queried again: the first query removes the socket of a dead server.
 */
export async function listSessions({ ask, sockets }: SessionQueries): Promise<MultiplexerSession[]> {
  for (let attempt = 1; ; attempt++) {
    const sessions = await askSessions(ask);
    const isListed = (socket: string) => sessions.some(({ name, state }) => name === socket && state === "running");
    if (attempt === ATTEMPTS || sockets().every(isListed)) return sessions;
    await systemClock.wait(PAUSE);
  }
}

export async function sessionState(
  queries: SessionQueries,
  session: string,
): Promise<MultiplexerSession["state"] | undefined> {
  return (await listSessions(queries)).find(({ name }) => name === session)?.state;
}

async function askSessions(ask: Ask): Promise<MultiplexerSession[]> {
  try {
    return parseSessions(await ask("list-sessions", "--no-formatting"));
  } catch (error) {
    if (saysNoSessions(error)) return [];
    throw error;
  }
}

/** Parses one session a line: `name [Created 3s ago]`; a dead one ends with ` (EXITED - attach to resurrect)`. */
export function parseSessions(listing: string): MultiplexerSession[] {
  return listing
    .split("\n")
    .filter((line) => line.includes(" [Created "))
    .map((line) => ({
      name: line.slice(0, line.indexOf(" [Created ")),
      state: line.includes("(EXITED", line.indexOf(" [Created ")) ? "exited" : "running",
    }));
}
