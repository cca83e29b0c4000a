import type { AgentObserver } from "#agent-cli/agent-cli.ts";
import { agentProcess } from "./agent-process.ts";
import { currentConversation } from "./current-conversation.ts";
import { hookPaths } from "./hook-paths.ts";
import { readMood } from "./mood.ts";
import { readSmallFile, sizeOf } from "./small-file.ts";
import { BYE, writeToFifo } from "./wake-fifo.ts";
import { watching, whenMood } from "./when-mood.ts";

/** Claude Code reports its state by hooks. */
export function claudeObserver(): AgentObserver {
  const mood: AgentObserver["mood"] = async (paths) => {
    const hooks = hookPaths(paths);
    const seen = await readMood(hooks);
    // A wait hook without a relay would not notice the end of its agent.
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

/** Hooks append their pid to the mood; the initial mood has none. */
const TOLD = /^\w+ (\d+)/;

const readProgress: AgentObserver["progress"] = async (paths, process) => {
  const { mood, steps } = hookPaths(paths);
  const [told, made, conversation] = await Promise.all([
    readSmallFile(mood),
    sizeOf(steps),
    currentConversation(paths),
  ]);
  const pid = TOLD.exec(told?.text ?? "")?.[1];
  if (pid === undefined) return "silent";
  return Number(pid) === process ? { steps: made, conversation } : undefined;
};
