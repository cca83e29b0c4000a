import type { PaneId } from "#multiplexer/multiplexer.ts";
import type { PaneInput, PaneView } from "#multiplexer/pane-input.ts";
import { captureCommand } from "./capture.ts";
import { type TmuxCommand, when } from "./command.ts";
import { isShell } from "./foreground.ts";
import { dropCommand, enterCommands, loadCommand, pasteCommands, pauseFor, withBuffer } from "./paste.ts";
import type { Tmux, TmuxRunOptions } from "./run.ts";
import { inPane, isAlive } from "./session.ts";
import { typeInto } from "./type.ts";

/** Seconds in which most programs redraw after input; a caller that sees no change yet reads the pane again. */
const BLINK = 0.008;

/** Each step is one tmux process, so there is no race between the check and the action. */
export function tmuxPaneInput(tmux: Tmux): PaneInput {
  const look: PaneInput["look"] = async (session, pane) =>
    viewFrom(await inPane(tmux, session, pane, viewCommands(pane)));
  const act = (session: string, pane: PaneId, commands: readonly TmuxCommand[], options: TmuxRunOptions = {}) =>
    inPane(tmux, session, pane, [...commands, pauseFor(BLINK), ...viewCommands(pane)], options).then(viewFrom);
  return {
    look,
    paste(session, pane, text) {
      if (text === "") return look(session, pane);
      return withBuffer(tmux, (buffer) => {
        const paste = pasteCommands(pane, buffer, { bracketed: true });
        const commands = [loadCommand(buffer), guarded(session, pane, paste, [dropCommand(buffer)])];
        return act(session, pane, commands, { input: text });
      });
    },
    press: (session, pane, keys) => typeInto(tmux, session, pane, keys, { bracketed: false }),
    enter: (session, pane) =>
      withBuffer(tmux, (buffer) => act(session, pane, [guarded(session, pane, enterCommands(pane, buffer))])),
  };
}

function guarded(
  session: string,
  pane: PaneId,
  commands: readonly TmuxCommand[],
  otherwise: readonly TmuxCommand[] = [],
): TmuxCommand {
  const unlessShell = when(`#{!=:${isShell},1}`, pane, commands, otherwise);
  return when(isAlive(pane), `=${session}:`, [unlessShell], otherwise);
}

const FIELDS = [
  "pane_dead",
  "cursor_y",
  "cursor_x",
  "pane_width",
  "pane_height",
  "pane_in_mode",
  "pane_current_command",
];

export function viewCommands(pane: PaneId): [fields: TmuxCommand, screen: TmuxCommand] {
  return [
    ["display-message", "-p", "-t", pane, FIELDS.map((field) => `#{${field}}`).join("\t")],
    captureCommand(pane, { escapes: true }),
  ];
}

/** Parses the output of both commands. */
export function viewFrom(answer: string): PaneView {
  const end = answer.indexOf("\n");
  const [dead, row, column, columns, rows, mode, foreground = ""] = answer.slice(0, end).split("\t");
  return {
    state: dead === "1" ? "exited" : "running",
    screen: answer.slice(end + 1).trimEnd(),
    cursor: { row: Number(row), column: Number(column) },
    size: { columns: Number(columns), rows: Number(rows) },
    foreground: foreground === "" ? undefined : foreground,
    inCopyMode: mode !== "0",
  };
}
