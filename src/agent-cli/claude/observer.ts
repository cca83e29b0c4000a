import type { AgentObserver } from "#agent-cli/agent-cli.ts";
import { agentProcess } from "./agent-process.ts";
import { hookPaths } from "./hook-paths.ts";
import { readMood } from "./mood.ts";
import { readProgress } from "./progress.ts";
import { BYE, writeToFifo } from "./wake-fifo.ts";
import { watching, whenMood } from "./when-mood.ts";

/** Claude Code reports its state by hooks. */
export function claudeObserver(): AgentObserver {
  const mood: AgentObserver["mood"] = async (paths) => {
    const hooks = hookPaths(paths);
    const seen = await readMood(hooks);
    // A wait hook whose relay never came would not notice the end of its agent.
    if (seen.mood === "gone") writeToFifo(hooks.fifo, BYE);
    return seen;
  };
  return {
    mood,
    onMood(paths, tell, signal) {
      const watcher = signal.aborted ? undefined : watching(hookPaths(paths).hooksFolder, tell);
      signal.addEventListener("abort", () => watcher?.close());
    },
    whenReady: (paths, options) =>
      whenMood(
        hookPaths(paths).hooksFolder,
        () => mood(paths),
        (seen) => seen.mood !== "starting",
        options,
      ),
    progress: readProgress,
    process: (paths) => agentProcess(hookPaths(paths).agent),
  };
}
