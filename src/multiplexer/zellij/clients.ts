import type { PaneId } from "#multiplexer/multiplexer.ts";
import { type Act, answerOf } from "./act.ts";
import { findPane, listPanes } from "./panes.ts";
import { saysAlreadyFocused } from "./run.ts";

/** The pane that each attached client shows, plugins included; the output has a heading and one client a line. */
export async function watchedPanes(act: Act, session: string): Promise<PaneId[]> {
  const [, ...rows] = (await answerOf(act, session, /^CLIENT_ID/, "list-clients")).split("\n");
  return rows.flatMap((row) => /^\d+\s+(\S+)/.exec(row)?.[1] ?? []);
}

export async function focusedPane(act: Act, session: string): Promise<PaneId | undefined> {
  return (await watchedPanes(act, session)).find((pane) => pane.startsWith("terminal_"));
}

/**
 * zellij moves the client that pressed a key last. If that client is gone or none has pressed a key, `focus-pane-id`
 * silently does nothing. The other two actions then move the first client.
 */
export async function focusPane(act: Act, session: string, pane: PaneId): Promise<void> {
  const { tabId } = await findPane(act, session, pane);
  if ((await watchedPanes(act, session)).length === 0) return;
  await act(session, "go-to-tab-by-id", String(tabId));
  await act(session, "focus-pane-id", pane).catch((error) => {
    if (!saysAlreadyFocused(error)) throw error;
  });
  const isShown = async () => (await watchedPanes(act, session)).includes(pane);
  const steps = (await listPanes(act, session)).filter((each) => each.tabId === tabId).length - 1;
  for (let step = 0; step < steps && !(await isShown()); step++) await act(session, "focus-next-pane");
}
