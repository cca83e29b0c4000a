import { closeSync, constants, openSync, writeSync } from "node:fs";
import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import { type ExchangePaths, exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import { readSmallFile } from "#agent-cli/exchange/small-file.ts";
import type { Waker } from "#agent-cli/waker.ts";
import { systemClock } from "#base/clock.ts";
import { announcementOf, claimer } from "./announcement.ts";
import { askMod } from "./ask-mod.ts";
import { serveMod } from "./mod-server.ts";
import { modSocket } from "./mod-socket.ts";

/** Wakes Claude Code through the mod that runs inside it; by its hooks where the mod is missing or has failed. */
export function withMod(hooks: Waker): Waker {
  return {
    ...hooks,
    async wake(paths) {
      const isWoken = (await askMod(modSocket(paths))) === "woken";
      return isWoken ? "woken" : hooks.wake(paths);
    },
    async hold(paths) {
      const release = await hooks.hold(paths);
      const end = await serveMod(modSocket(paths), partsFor(paths, hooks));
      return () => {
        end?.();
        release();
      };
    },
  };
}

function partsFor(paths: AgentPaths, waker: Waker): Parameters<typeof serveMod>[1] {
  const files = exchangePaths(paths);
  const claim = claimer(files);
  return {
    clock: systemClock,
    announce: async () => (await announcementOf(files))?.text,
    async claim() {
      const found = await announcementOf(files);
      return !found || claim(found);
    },
    fallBack: () => void waker.wake(paths).catch(() => {}),
    aborted: () => noteReady(files),
  };
}

/** The mood of a running turn, with the agent's pid. */
const RUNNING = /^(?:busy|asking) (\d+)/;

/** Reports an agent whose turn was aborted as ready, in the way of `hooks/mood.sh`. */
async function noteReady({ mood }: ExchangePaths): Promise<void> {
  const agent = RUNNING.exec((await readSmallFile(mood))?.text ?? "")?.[1];
  if (agent === undefined) return;
  const file = openSync(mood, constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    writeSync(file, `ready ${agent}\n`, 0);
  } finally {
    closeSync(file);
  }
}
