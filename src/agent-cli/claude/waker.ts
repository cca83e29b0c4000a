import type { Waker } from "#agent-cli/agent-cli.ts";
import { makeWay } from "./make-way.ts";
import { park } from "./parking.ts";
import { bellPlaces } from "./places.ts";
import { BYE, holdRing, RING, writeToRing } from "./ring.ts";

/** Claude Code is woken by a hook that waits at a FIFO (`hooks/wait.sh`). */
export function claudeWaker(): Waker {
  return {
    wake: async (place) => writeToRing(bellPlaces(place).ring, RING),
    hold: (place) => holdRing(bellPlaces(place).ring),
    makeWay: (place) => makeWay(place, BYE),
    park: (place, reason) => park(bellPlaces(place).parked, reason),
    async dismiss(place) {
      writeToRing(bellPlaces(place).ring, BYE);
    },
  };
}
