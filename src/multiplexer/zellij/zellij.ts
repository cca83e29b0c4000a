import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { staleSocketsIn } from "#base/sockets.ts";
import type { Multiplexer, MultiplexerOptions, MultiplexerSession } from "#multiplexer/multiplexer.ts";
import { saysNoSessions, zellijRunner } from "./run.ts";

export function zellij(options: MultiplexerOptions): Multiplexer {
  const ask = zellijRunner(options);
  return {
    kind: "zellij",
    async sessions() {
      try {
        return parseSessions(await ask("list-sessions", "--no-formatting"));
      } catch (error) {
        if (saysNoSessions(error)) return [];
        throw error;
      }
    },
    staleSockets: () => staleSocketsIn(socketFolder(options.env), "ovld-"),
  };
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

function socketFolder(env: MultiplexerOptions["env"]): string {
  if (env.ZELLIJ_SOCKET_DIR) return env.ZELLIJ_SOCKET_DIR;
  if (env.XDG_RUNTIME_DIR) return join(env.XDG_RUNTIME_DIR, "zellij");
  return join(env.TMPDIR ?? tmpdir(), `zellij-${userInfo().uid}`);
}
