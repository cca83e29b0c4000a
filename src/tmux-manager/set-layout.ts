import { OvldError } from "#errors/ovld-error.ts";
import { onServer } from "#multiplexer/tmux/on-server.ts";
import type { PaneState } from "#multiplexer/tmux/pane-state.ts";
import type { ManagerParts } from "./manager-parts.ts";
import type { LayoutType } from "./tmux-config.ts";

/** Applies to the window of the pane. */
export async function setLayout(
  { tmux }: ManagerParts,
  { server, session, window }: PaneState,
  layout: LayoutType,
): Promise<void> {
  const done = await onServer(tmux, { server, id: window.id }, [["select-layout", "-t", window.id, layout]]);
  if (done === undefined)
    throw new OvldError("window-unknown", { session: session.name, window: window.name, known: [] });
}
