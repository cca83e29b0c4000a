import { randomUUID } from "node:crypto";
import type { PaneId } from "#multiplexer/multiplexer.ts";
import { commandLine, type TmuxCommand, when } from "./command.ts";
import { say } from "./on-server.ts";
import type { Tmux } from "./run.ts";

export const ENTER = "\r";

/** True of a tmux that can neither leave every mode with one command nor wait without a shell. */
const isBefore32 = "#{m:3.[01]*,#{version}}";

export interface PasteOptions {
  /** As one piece that a program can tell from keys, if it asked to be told. */
  bracketed: boolean;
}

/** Fills the buffer from the input of the tmux process. */
export function loadCommand(buffer: string): TmuxCommand {
  return ["load-buffer", "-b", buffer, "-"];
}

export function dropCommand(buffer: string): TmuxCommand {
  return ["delete-buffer", "-b", buffer];
}

/** Gives the pane what the buffer holds, which is then gone. */
export function pasteCommand(pane: PaneId, buffer: string, { bracketed }: PasteOptions): TmuxCommand {
  return ["paste-buffer", "-d", "-r", ...(bracketed ? ["-p"] : []), "-b", buffer, "-t", pane];
}

/** The same after leaving copy mode, where keys would go to tmux. */
export function pasteCommands(pane: PaneId, buffer: string, options: PasteOptions): TmuxCommand[] {
  return [
    when("#{pane_in_mode}", pane, [
      when(isBefore32, pane, [["send-keys", "-X", "-t", pane, "cancel"]], [["copy-mode", "-q", "-t", pane]]),
    ]),
    pasteCommand(pane, buffer, options),
  ];
}

/** Not `send-keys`, which would press it in every pane of a synchronised window. */
export function enterCommands(pane: PaneId, buffer: string): TmuxCommand[] {
  return [fillWithEnter(buffer), ...pasteCommands(pane, buffer, { bracketed: false })];
}

export function fillWithEnter(buffer: string): TmuxCommand {
  return ["set-buffer", "-b", buffer, ENTER];
}

/** One command that carries out `then` where the pane can take keys; elsewhere `otherwise`, and says why not. */
export type Guard = (then: readonly TmuxCommand[], otherwise?: readonly TmuxCommand[]) => TmuxCommand;

export interface Typing extends PasteOptions {
  text: string;
  /** Presses Enter after the text, as an event of its own. */
  enter: boolean;
}

/** The answer of a step that `guard` let through. */
export const TYPED = "typed";

/**
 * The text and then Enter; tmux answers a line for each. A program may take both for a text with a line break if they
 * come together, so there is a pause between them. tmux 3.3a ends with all its sessions when it pastes into a pane whose
 * program has ended, so each step is guarded.
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

/** Gives the program time to take in what it was given; tmux serves others meanwhile. */
export function pauseFor(seconds: number): TmuxCommand {
  const [old, newer] = [[["run-shell", `sleep ${seconds}`] as const], [["run-shell", "-d", String(seconds)] as const]];
  return ["if-shell", "-F", isBefore32, commandLine(old), commandLine(newer)];
}

/** Enough for a program to read a text and a key one after the other. */
const pause: TmuxCommand = pauseFor(0.02);

/** Runs `work` with the name of a buffer that nobody else uses, and leaves no such buffer behind. */
export async function withBuffer<T>(tmux: Tmux, work: (buffer: string) => Promise<T>): Promise<T> {
  const buffer = `ovld-${randomUUID()}`;
  try {
    return await work(buffer);
  } catch (error) {
    await tmux.run([dropCommand(buffer)]).catch(() => {});
    throw error;
  }
}
