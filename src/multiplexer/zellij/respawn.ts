import { systemClock } from "#base/clock.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { PaneId, Respawn } from "#multiplexer/multiplexer.ts";
import type { Act } from "./act.ts";
import { watchedPanes } from "./clients.ts";
import { renderLayout } from "./layout.ts";
import { listPanes, type ZellijPane } from "./panes.ts";

const LIMIT = 10_000;
const LOOK_EVERY = 50;

/** zellij gives the replacement pane a new id and prints it for some panes only, so the list of panes is compared. */
export async function respawnPane(
  act: Act,
  session: string,
  pane: PaneId | undefined,
  respawn: Respawn,
): Promise<PaneId> {
  const { tab, title, directory, argv } = respawn;
  const before = await listPanes(act, session);
  const flags = paneFlags(pane, tab, before);
  // In a tab made while no client is attached, zellij starts the program without a pane (0.45.1).
  if (flags || (await watchedPanes(act, session)).length === 0) {
    const named = ["--no-focus", "--name", title, "--cwd", directory, "--", ...argv];
    await act(session, "new-pane", ...(flags ?? inTabOf(before[0])), ...named);
  } else await act(session, "new-tab", "--no-focus", "--layout-string", tabWith(session, respawn));
  const isNew = ({ id }: ZellijPane) => !before.some((each) => each.id === id);
  for (const deadline = systemClock.elapsed() + LIMIT; systemClock.elapsed() < deadline; ) {
    const panes = await listPanes(act, session);
    const started = panes.find((each) => each.title === title && isNew(each));
    if (started && !panes.some(({ id }) => id === pane)) return started.id;
    await systemClock.wait(LOOK_EVERY);
  }
  throw new OvldError("panes-missing", { session, program: "zellij", panes: [title] });
}

/** Undefined if the tab closed with its last pane. */
function paneFlags(pane: PaneId | undefined, tab: string, panes: readonly ZellijPane[]): string[] | undefined {
  if (pane !== undefined && panes.some(({ id }) => id === pane))
    return ["--in-place", "--close-replaced-pane", "--pane-id", pane];
  const beside = panes.find((each) => each.tab === tab);
  return beside && inTabOf(beside);
}

function inTabOf(pane: ZellijPane | undefined): string[] {
  return pane ? ["--tab-id", String(pane.tabId)] : [];
}

function tabWith(session: string, { tab, title, directory, argv }: Respawn): string {
  const panes = [{ kind: "pane", title, launch: { argv } }] as const;
  return renderLayout({ session, directory, tabs: [{ name: tab, focus: false, split: "columns", panes }] });
}
