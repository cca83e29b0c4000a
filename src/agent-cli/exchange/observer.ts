import type { AgentObserver } from "#agent-cli/observer.ts";
import { agentProcess } from "./agent-process.ts";
import { currentConversation } from "./current-conversation.ts";
import { exchangePaths } from "./exchange-paths.ts";
import { type EventReader, readMood } from "./mood.ts";
import { readSmallFile, sizeOf } from "./small-file.ts";
import { BYE, writeToFifo } from "./wake-fifo.ts";
import { watching, whenMood } from "./when-mood.ts";

/** Observes an agent by the files that it writes. */
export function exchangeObserver(events: EventReader): AgentObserver {
  const mood: AgentObserver["mood"] = async (paths) => {
    const hooks = exchangePaths(paths);
    const seen = await readMood(hooks, events);
    // A wait hook without a relay would not notice the end of its agent.
    if (seen.mood === "gone") writeToFifo(hooks.fifo, BYE);
    return seen;
  };
  return {
    mood,
    onMood(paths, tell, signal) {
      const watcher = signal.aborted ? undefined : watching(exchangePaths(paths).hooksFolder, tell);
      signal.addEventListener("abort", () => watcher?.close());
    },
    whenReady: (paths, options) =>
      whenMood(
        exchangePaths(paths).hooksFolder,
        () => mood(paths),
        (seen) => seen.mood !== "starting",
        options,
      ),
    progress: readProgress,
    process: (paths) => agentProcess(exchangePaths(paths).agent),
  };
}

/** An agent appends its pid to the mood; the initial mood has none. */
const TOLD = /^\w+ (\d+)/;

const readProgress: AgentObserver["progress"] = async (paths, process) => {
  const { mood, steps } = exchangePaths(paths);
  const [told, made, conversation] = await Promise.all([
    readSmallFile(mood),
    sizeOf(steps),
    currentConversation(paths),
  ]);
  const pid = TOLD.exec(told?.text ?? "")?.[1];
  if (pid === undefined) return "silent";
  return Number(pid) === process ? { steps: made, conversation } : undefined;
};
