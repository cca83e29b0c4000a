import { OvldError } from "#base/errors.ts";
import type { MultiplexerSession } from "#multiplexer/multiplexer.ts";
import type { Tmux } from "./run.ts";

const ATTEMPTS = 10;

/** Every session of the server; a server that is just leaving is asked until it has left. */
export async function listSessions(tmux: Tmux): Promise<MultiplexerSession[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      const names = await tmux.run([["list-sessions", "-F", "#{session_name}"]]);
      return names
        .split("\n")
        .filter((name) => name !== "")
        .map((name) => ({ name, state: "running" }));
    } catch (error) {
      if (OvldError.is(error, "no-server")) return [];
      if (attempt === ATTEMPTS || !OvldError.is(error, "server-gone")) throw error;
    }
  }
}
