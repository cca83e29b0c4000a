import type { AgentObserver } from "#agent-cli/agent-cli.ts";
import { currentConversation } from "./current-conversation.ts";
import { hookPaths } from "./hook-paths.ts";
import { readSmallFile, sizeOf } from "./small-file.ts";

/** Hooks append their pid to the mood; the initial mood has none. */
const TOLD = /^\w+ (\d+)/;

export const readProgress: AgentObserver["progress"] = async (paths, process) => {
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
