import { makeFolder } from "#base/files.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { paneLock } from "#home/pane-lock.ts";
import { type TmuxCommand, when } from "#multiplexer/tmux/command.ts";
import { isShell } from "#multiplexer/tmux/foreground.ts";
import { isThere, say, type Target, whenThere } from "#multiplexer/tmux/on-server.ts";
import { ENTER, enterCommands, pasteCommand, pasteCommands, pause, withBuffer } from "#multiplexer/tmux/paste.ts";
import type { Workplace } from "#tmux-manager/manager-parts.ts";
import type { SendOptions } from "#tmux-manager/method-options.ts";

/** `gone`, `exited`: nothing was written, because there is no such pane or its program has ended. */
export type Sent = "sent" | "gone" | "exited";

/**
 * Gives a pane a text as it is, byte for byte, and then Enter as an event of its own, in one piece: nobody else's text
 * comes between. A shell at its prompt gets both at once, in one tmux process. Any other program is given a moment
 * before Enter, because it may take a text and an Enter that come together for a text with a line break; nobody else of
 * ours writes to that pane meanwhile.
 */
export async function sendText(
  place: Workplace,
  target: Target,
  text: string,
  { enter = true }: SendOptions,
): Promise<Sent> {
  const { folder } = place.config;
  if ((await give(place, text, (buffer) => atOnce(target, text, enter, buffer))) === "sent") return "sent";
  await makeFolder(folder);
  return paneLock(folder)(`${target.server.pid}${target.id}`, async () => {
    const said = await give(place, text, (buffer) => withCare(target, text, enter, buffer));
    return said as Sent;
  });
}

/** For the most common case, and written flat: tmux reads commands within commands slowly. */
function atOnce(target: Target, text: string, enter: boolean, buffer: string): TmuxCommand[] {
  const { id } = target;
  const conditions = [
    isThere(target),
    "#{==:#{pane_dead}#{pane_in_mode},00}",
    ...(text !== "" && enter ? [isShell] : []),
  ];
  const press = [["set-buffer", "-b", buffer, ENTER] as const, pasteCommand(id, buffer, { bracketed: false })];
  const commands = [
    ...(text === "" ? [] : [pasteCommand(id, buffer, { bracketed: true })]),
    ...(enter ? press : []),
    say("sent"),
  ];
  return [
    when(
      conditions.reduce((a, b) => `#{&&:${a},${b}}`),
      id,
      commands,
      [...forget(text, buffer), say("not yet")],
    ),
  ];
}

/**
 * tmux 3.3a ends with all its sessions when it pastes into a pane whose program has ended, so each step looks first.
 */
function withCare(target: Target, text: string, enter: boolean, buffer: string): TmuxCommand[] {
  const whenAlive = (then: readonly TmuxCommand[], otherwise: readonly TmuxCommand[] = []) => {
    const unlessExited = when("#{pane_dead}", target.id, [...otherwise, say("exited")], then);
    return whenThere(target, [unlessExited], [...otherwise, say("gone")]);
  };
  const paste = whenAlive(pasteCommands(target.id, buffer, { bracketed: true }), forget(text, buffer));
  return [
    ...(text === "" ? [] : [paste]),
    ...(text !== "" && enter ? [pause] : []),
    whenAlive([...(enter ? enterCommands(target.id, buffer) : []), say("sent")]),
  ];
}

function forget(text: string, buffer: string): TmuxCommand[] {
  return text === "" ? [] : [["delete-buffer", "-b", buffer]];
}

/** The last word that tmux says. */
async function give({ tmux }: Workplace, text: string, commands: (buffer: string) => TmuxCommand[]): Promise<string> {
  try {
    const answer = await withBuffer(tmux, (buffer) => {
      const load: TmuxCommand[] = text === "" ? [] : [["load-buffer", "-b", buffer, "-"]];
      return tmux.run([...load, ...commands(buffer)], { input: text });
    });
    return answer.trimEnd().split("\n").at(-1) ?? "";
  } catch (error) {
    if (OvldError.is(error, "no-server")) return "gone";
    throw error;
  }
}
