import type { Waker } from "#agent-cli/agent-cli.ts";
import { hookPaths } from "./hook-paths.ts";
import { makeWay } from "./make-way.ts";
import { park } from "./parking.ts";
import { BYE, holdFifo, WAKE, writeToFifo } from "./wake-fifo.ts";

/** Claude Code is woken by a wait hook at a FIFO (`hooks/wait.sh`). */
export function claudeWaker(): Waker {
  return {
    wake: async (paths) => writeToFifo(hookPaths(paths).fifo, WAKE),
    hold: (paths) => holdFifo(hookPaths(paths).fifo),
    makeWay: (paths) => makeWay(paths, BYE),
    park: (paths, reason) => park(hookPaths(paths).parked, reason),
    async dismiss(paths) {
      writeToFifo(hookPaths(paths).fifo, BYE);
    },
  };
}
