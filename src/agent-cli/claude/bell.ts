import type { Bell } from "#agent-cli/agent-cli.ts";
import { agentProcess } from "./agent-process.ts";
import { makeWay } from "./make-way.ts";
import { readMood } from "./mood.ts";
import { park } from "./parking.ts";
import { bellPlaces } from "./places.ts";
import { readProgress } from "./progress.ts";
import { holdRing, writeToRing } from "./ring.ts";
import { watching, whenMood } from "./when-mood.ts";

/** What a waiter is told is in the mark; the fewer bytes come through the FIFO, the sooner a shell has read them. */
const RING = "!";
const BYE = "bye";

/** Claude Code is woken by a hook that waits at a FIFO (`hooks/wait.sh`), and tells by others what it does. */
export function claudeBell(): Bell {
  const mood: Bell["mood"] = async (place) => {
    const places = bellPlaces(place);
    const seen = await readMood(places);
    // Who waits for a relay that never came would not learn otherwise that its agent has ended.
    if (seen.mood === "gone") writeToRing(places.ring, BYE);
    return seen;
  };
  return {
    ring: async (place) => writeToRing(bellPlaces(place).ring, RING),
    mood,
    progress: readProgress,
    process: (place) => agentProcess(bellPlaces(place).agent),
    onMood(place, tell, signal) {
      const watcher = signal.aborted ? undefined : watching(bellPlaces(place).bell, tell);
      signal.addEventListener("abort", () => watcher?.close());
    },
    hold: (place) => holdRing(bellPlaces(place).ring),
    whenReady: (place, options) =>
      whenMood(
        bellPlaces(place).bell,
        () => mood(place),
        (seen) => seen.mood !== "starting",
        options,
      ),
    makeWay: (place) => makeWay(place, BYE),
    park: (place, reason) => park(bellPlaces(place).parked, reason),
    async dismiss(place) {
      writeToRing(bellPlaces(place).ring, BYE);
    },
  };
}
