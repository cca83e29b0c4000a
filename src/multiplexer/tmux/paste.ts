import { randomUUID } from "node:crypto";
import type { PaneId } from "#multiplexer/multiplexer.ts";
import { commandLine, type TmuxCommand, when } from "./command.ts";
import type { Tmux } from "./run.ts";

export const ENTER = "\r";

/** True of a tmux that can neither leave every mode with one command nor wait without a shell. */
const isBefore32 = "#{m:3.[01]*,#{version}}";

export interface PasteOptions {
  /** As one piece that a program can tell from keys, if it asked to be told. */
  bracketed: boolean;
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
  return [["set-buffer", "-b", buffer, ENTER], ...pasteCommands(pane, buffer, { bracketed: false })];
}

/** Gives the program time to take in what it was given; tmux serves others meanwhile. */
export function pauseFor(seconds: number): TmuxCommand {
  const [old, newer] = [[["run-shell", `sleep ${seconds}`] as const], [["run-shell", "-d", String(seconds)] as const]];
  return ["if-shell", "-F", isBefore32, commandLine(old), commandLine(newer)];
}

/** Enough for a program to read a text and a key one after the other. */
export const pause: TmuxCommand = pauseFor(0.02);

/** Runs `work` with the name of a buffer that nobody else uses, and leaves no such buffer behind. */
export async function withBuffer<T>(tmux: Tmux, work: (buffer: string) => Promise<T>): Promise<T> {
  const buffer = `ovld-${randomUUID()}`;
  try {
    return await work(buffer);
  } catch (error) {
    await tmux.run([["delete-buffer", "-b", buffer]]).catch(() => {});
    throw error;
  }
}
