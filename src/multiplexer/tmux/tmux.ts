import { userInfo } from "node:os";
import { join } from "node:path";
import { staleSocketsIn } from "#base/sockets.ts";
import type { MultiplexerOptions, MultiplexerProbe } from "#multiplexer/multiplexer.ts";
import { saysNoServer, tmuxRunner } from "./run.ts";

export function tmux(options: MultiplexerOptions): MultiplexerProbe {
  const ask = tmuxRunner(options);
  return {
    kind: "tmux",
    async sessions() {
      try {
        const names = await ask("list-sessions", "-F", "#{session_name}");
        return names
          .split("\n")
          .filter((name) => name !== "")
          .map((name) => ({ name, state: "running" }));
      } catch (error) {
        if (saysNoServer(error)) return [];
        throw error;
      }
    },
    staleSockets: () => staleSocketsIn(socketFolder(options.env), "ovld-"),
  };
}

function socketFolder(env: MultiplexerOptions["env"]): string {
  return join(env.TMUX_TMPDIR ?? "/tmp", `tmux-${userInfo().uid}`);
}
