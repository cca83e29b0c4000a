import type { MultiplexerSession } from "#multiplexer/multiplexer.ts";
import { type Ask, saysNoSessions } from "./run.ts";

export async function listSessions(ask: Ask): Promise<MultiplexerSession[]> {
  try {
    return parseSessions(await ask("list-sessions", "--no-formatting"));
  } catch (error) {
    if (saysNoSessions(error)) return [];
    throw error;
  }
}

export async function sessionState(ask: Ask, session: string): Promise<MultiplexerSession["state"] | undefined> {
  return (await listSessions(ask)).find(({ name }) => name === session)?.state;
}

/** One session a line: `name [Created 3s ago]`, dead ones with ` (EXITED - attach to resurrect)` behind. */
export function parseSessions(listing: string): MultiplexerSession[] {
  return listing
    .split("\n")
    .filter((line) => line.includes(" [Created "))
    .map((line) => ({
      name: line.slice(0, line.indexOf(" [Created ")),
      state: line.includes("(EXITED", line.indexOf(" [Created ")) ? "exited" : "running",
    }));
}
