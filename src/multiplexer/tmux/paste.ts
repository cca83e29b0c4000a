import { randomUUID } from "node:crypto";
import type { PaneId } from "#multiplexer/multiplexer.ts";
import { commandLine, type TmuxCommand, when } from "./command.ts";
import { say } from "./on-server.ts";
import type { Tmux } from "./run.ts";

export const ENTER = "\r";

/** tmux before 3.2 has neither `copy-mode -q` nor `run-shell -d`. */
const isBefore32 = "#{m:3.[01]*,#{version}}";

export interface PasteOptions {
  /** As a bracketed paste, if the program asked for that mode. */
  bracketed: boolean;
}

/** Fills the buffer from stdin of the tmux process. */
export function loadCommand(buffer: string): TmuxCommand {
  return ["load-buffer", "-b", buffer, "-"];
}

export function dropCommand(buffer: string): TmuxCommand {
  return ["delete-buffer", "-b", buffer];
}

/** Pastes the buffer into the pane and deletes it. */
export function pasteCommand(pane: PaneId, buffer: string, { bracketed }: PasteOptions): TmuxCommand {
  return ["paste-buffer", "-d", "-r", ...(bracketed ? ["-p"] : []), "-b", buffer, "-t", pane];
}

/** Leaves copy mode first, where keys would go to tmux, and then pastes. */
export function pasteCommands(pane: PaneId, buffer: string, options: PasteOptions): TmuxCommand[] {
  return [
    when("#{pane_in_mode}", pane, [
      when(isBefore32, pane, [["send-keys", "-X", "-t", pane, "cancel"]], [["copy-mode", "-q", "-t", pane]]),
    ]),
    pasteCommand(pane, buffer, options),
  ];
}

/** Not `send-keys`, which sends the key to every pane of a window with `synchronize-panes`. */
export function enterCommands(pane: PaneId, buffer: string): TmuxCommand[] {
  return [fillWithEnter(buffer), ...pasteCommands(pane, buffer, { bracketed: false })];
}

export function fillWithEnter(buffer: string): TmuxCommand {
  return ["set-buffer", "-b", buffer, ENTER];
}

/** A command that runs `then` if the pane takes keys, else runs `otherwise` and prints the reason. */
export type Guard = (then: readonly TmuxCommand[], otherwise?: readonly TmuxCommand[]) => TmuxCommand;

export interface Typing extends PasteOptions {
  text: string;
  /** Sends Enter after the text, as a separate event. */
  enter: boolean;
}

/** Printed by a step that `guard` let through. */
export const TYPED = "typed";

/**
 * Pastes the text, then Enter; tmux prints a line for each. Without the pause between them a program may read both as a
 * text with a line break. tmux 3.3a crashes when it pastes into a pane after the program's end, so each step is
 * guarded.
 */
export function typingCommands(
  pane: PaneId,
  buffer: string,
  { text, enter, bracketed }: Typing,
  guard: Guard,
): TmuxCommand[] {
  const paste = guard([...pasteCommands(pane, buffer, { bracketed }), say(TYPED)], [dropCommand(buffer)]);
  const press = guard([...(enter ? enterCommands(pane, buffer) : []), say(TYPED)]);
  if (text === "") return [press];
  return [loadCommand(buffer), paste, ...(enter ? [pause, press] : [])];
}

/** Lets the program read its input; the tmux server handles other clients meanwhile. */
export function pauseFor(seconds: number): TmuxCommand {
  const [old, newer] = [[["run-shell", `sleep ${seconds}`] as const], [["run-shell", "-d", String(seconds)] as const]];
  return ["if-shell", "-F", isBefore32, commandLine(old), commandLine(newer)];
}

/** Seconds after which most programs have read the text separately from the key. */
const pause: TmuxCommand = pauseFor(0.02);

/** Runs `work` with a unique buffer name and deletes the buffer on failure. */
export async function withBuffer<T>(tmux: Tmux, work: (buffer: string) => Promise<T>): Promise<T> {
  const buffer = `ovld-${randomUUID()}`;
  try {
    return await work(buffer);
  } catch (error) {
    await tmux.run([dropCommand(buffer)]).catch(() => {});
    throw error;
  }
}
