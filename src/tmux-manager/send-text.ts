import { makeFolder } from "#base/files.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { paneLock } from "#home/pane-lock.ts";
import { type TmuxCommand, when } from "#multiplexer/tmux/command.ts";
import { isShell } from "#multiplexer/tmux/foreground.ts";
import { isThere, say, type Target, whenThere } from "#multiplexer/tmux/on-server.ts";
import {
  dropCommand,
  fillWithEnter,
  type Guard,
  loadCommand,
  pasteCommand,
  TYPED,
  type Typing,
  typingCommands,
  withBuffer,
} from "#multiplexer/tmux/paste.ts";
import type { Tmux } from "#multiplexer/tmux/run.ts";
import type { ManagerParts } from "./manager-parts.ts";
import type { SendOptions } from "./method-options.ts";

/** `gone`, `exited`: nothing was written, because there is no such pane or its program has ended. */
export type Sent = typeof TYPED | "gone" | "exited";

/**
 * Types text byte for byte, then Enter as a separate event. A shell at its prompt gets both in one tmux process. Any
 * other program gets Enter after a pause, under a lock that excludes other senders.
 */
export async function sendText(
  { tmux, config: { folder } }: ManagerParts,
  target: Target,
  text: string,
  { enter = true }: SendOptions,
): Promise<Sent> {
  const typing = { text, enter, bracketed: true };
  if ((await lastLine(tmux, typing, (buffer) => atOnce(target, buffer, typing))) === TYPED) return TYPED;
  await makeFolder(folder);
  return paneLock(folder)(`${target.server.pid}${target.id}`, async () => {
    const line = await lastLine(tmux, typing, (buffer) => typingCommands(target.id, buffer, typing, guardOf(target)));
    return line as Sent;
  });
}

/** The fast path for the most common case, without nesting: tmux parses commands inside commands slowly. */
function atOnce(target: Target, buffer: string, { text, enter, bracketed }: Typing): TmuxCommand[] {
  const { id } = target;
  const hasText = text !== "";
  const conditions = [
    isThere(target),
    "#{==:#{pane_dead}#{pane_in_mode},00}",
    ...(hasText && enter ? [isShell] : []),
  ].reduce((a, b) => `#{&&:${a},${b}}`);
  const then = [
    ...(hasText ? [pasteCommand(id, buffer, { bracketed })] : []),
    ...(enter ? [fillWithEnter(buffer), pasteCommand(id, buffer, { bracketed: false })] : []),
    say(TYPED),
  ];
  const otherwise = [...(hasText ? [dropCommand(buffer)] : []), say("not yet")];
  return [...(hasText ? [loadCommand(buffer)] : []), when(conditions, id, then, otherwise)];
}

function guardOf(target: Target): Guard {
  return (then, otherwise = []) => {
    const unlessExited = when("#{pane_dead}", target.id, [...otherwise, say("exited")], then);
    return whenThere(target, [unlessExited], [...otherwise, say("gone")]);
  };
}

async function lastLine(
  tmux: Tmux,
  { text }: Typing,
  commands: (buffer: string) => readonly TmuxCommand[],
): Promise<string> {
  try {
    const answer = await withBuffer(tmux, (buffer) => tmux.run(commands(buffer), { input: text }));
    return answer.trimEnd().split("\n").at(-1) ?? "";
  } catch (error) {
    if (OvldError.is(error, "no-server")) return "gone";
    throw error;
  }
}
