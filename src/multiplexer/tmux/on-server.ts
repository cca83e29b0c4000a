import { OvldError } from "#errors/ovld-error.ts";
import { type TmuxCommand, when } from "./command.ts";
import type { ServerId } from "./pane-state.ts";
import type { Tmux } from "./run.ts";

/** A session, window or pane id together with its server: a later server reuses the same ids. */
export interface Target {
  server: ServerId;
  id: string;
}

/** Output of the commands; undefined if their target is gone and nothing was done. */
export async function onServer(
  tmux: Tmux,
  target: Target,
  commands: readonly TmuxCommand[],
): Promise<string | undefined> {
  try {
    const answer = await tmux.run([whenThere(target, [say(THERE), ...commands], [say("gone")])]);
    return answer.startsWith(`${THERE}\n`) ? answer.slice(THERE.length + 1) : undefined;
  } catch (error) {
    if (OvldError.is(error, "no-server")) return undefined;
    throw error;
  }
}

/** A command that runs `then` if the target exists, else `otherwise`. */
export function whenThere(
  target: Target,
  then: readonly TmuxCommand[],
  otherwise: readonly TmuxCommand[],
): TmuxCommand {
  return when(isThere(target), target.id.startsWith("$") ? `${target.id}:` : target.id, then, otherwise);
}

export function say(word: string): TmuxCommand {
  return ["display-message", "-p", word];
}

const THERE = "there";

/** tmux evaluates a format on another pane when the target is gone, so the format compares the id itself. */
export function isThere({ server: { pid, started }, id }: Target): string {
  const field = id.startsWith("%") ? "pane_id" : id.startsWith("@") ? "window_id" : "session_id";
  return `#{==:#{pid} #{start_time} #{${field}},${pid} ${started} ${id}}`;
}
