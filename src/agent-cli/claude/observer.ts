import type { AgentObserver } from "#agent-cli/agent-cli.ts";
import { agentProcess } from "./agent-process.ts";
import { readMood } from "./mood.ts";
import { bellPlaces } from "./places.ts";
import { readProgress } from "./progress.ts";
import { BYE, writeToRing } from "./ring.ts";
import { watching, whenMood } from "./when-mood.ts";

/** Claude Code tells by its hooks what it does. */
export function claudeObserver(): AgentObserver {
  const mood: AgentObserver["mood"] = async (place) => {
    const places = bellPlaces(place);
    const seen = await readMood(places);
    // A wait hook whose relay never came would not learn otherwise that its agent has ended.
    if (seen.mood === "gone") writeToRing(places.ring, BYE);
    return seen;
  };
  return {
    mood,
    onMood(place, tell, signal) {
      const watcher = signal.aborted ? undefined : watching(bellPlaces(place).bell, tell);
      signal.addEventListener("abort", () => watcher?.close());
    },
    whenReady: (place, options) =>
      whenMood(
        bellPlaces(place).bell,
        () => mood(place),
        (seen) => seen.mood !== "starting",
        options,
      ),
    progress: readProgress,
    process: (place) => agentProcess(bellPlaces(place).agent),
  };
}
