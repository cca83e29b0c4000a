import type { Waker } from "#agent-cli/agent-cli.ts";
import { hookPaths } from "./hook-paths.ts";
import { makeWay } from "./make-way.ts";
import { park } from "./parking.ts";
import { BYE, holdRing, RING, writeToRing } from "./ring.ts";

/** Claude Code is woken by a wait hook at a FIFO (`hooks/wait.sh`). */
export function claudeWaker(): Waker {
  return {
    wake: async (paths) => writeToRing(hookPaths(paths).ring, RING),
    hold: (paths) => holdRing(hookPaths(paths).ring),
    makeWay: (paths) => makeWay(paths, BYE),
    park: (paths, reason) => park(hookPaths(paths).parked, reason),
    async dismiss(paths) {
      writeToRing(hookPaths(paths).ring, BYE);
    },
  };
}
