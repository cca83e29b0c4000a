import { systemClock } from "#base/clock.ts";
import type { PaneId } from "#multiplexer/multiplexer.ts";
import type { PaneInput, PaneView } from "#multiplexer/pane-input.ts";
import { isShell } from "#multiplexer/shells.ts";
import type { ZellijAccess } from "./access.ts";
import { zellijLine } from "./line.ts";
import { findPane, screenOf } from "./panes.ts";
import { pasteInto, typeInto } from "./type.ts";

/** Milliseconds in which a program redraws after input; starting the next zellij call adds to it. */
const BLINK = 8;

/** zellij scrolls per client and not per pane: input sent by pane id always reaches the program. */
export function zellijPaneInput(access: ZellijAccess): PaneInput {
  const { act } = access;
  const colouredScreen = (session: string, pane: PaneId) => screenOf(act, session, pane, "--ansi");
  // Sequential, because of two concurrent calls zellij sometimes gives one the answer of the other.
  const look = async (session: string, pane: PaneId): Promise<PaneView> => {
    const { state, cursor, columns, rows, foreground } = await findPane(act, session, pane);
    const screen = await colouredScreen(session, pane);
    return { state, screen, cursor, size: { columns, rows }, foreground, inCopyMode: false };
  };
  const guarded = async (session: string, pane: PaneId, write: () => Promise<void>): Promise<PaneView> => {
    const { state, foreground } = await findPane(act, session, pane);
    if (state === "running" && !isShell(foreground)) {
      await write();
      await systemClock.wait(BLINK);
    }
    return { state, foreground, inCopyMode: false, screen: await colouredScreen(session, pane) };
  };
  return {
    look,
    paste: (session, pane, text) => guarded(session, pane, () => pasteInto(act, session, pane, text)),
    press: (session, pane, keys) => typeInto(act, session, pane, keys),
    enter: (session, pane) =>
      guarded(session, pane, async () => void (await act(session, "send-keys", "--pane-id", pane, "Enter"))),
    line: zellijLine(access),
  };
}
