import { systemClock } from "#base/clock.ts";
import { OvldError } from "#base/errors.ts";
import type { PaneId, Respawn } from "#multiplexer/multiplexer.ts";
import type { Act } from "./act.ts";
import { listPanes, type ZellijPane } from "./panes.ts";

const LIMIT = 10_000;
const LOOK_EVERY = 50;

/** zellij gives what takes a pane's place an id of its own, and says it for some panes only: the list of panes tells. */
export async function respawnPane(
  act: Act,
  session: string,
  pane: PaneId | undefined,
  { tab, title, directory, argv }: Respawn,
): Promise<PaneId> {
  const before = await listPanes(act, session);
  const place = placeOf(pane, tab, before);
  await act(session, "new-pane", ...place, "--no-focus", "--name", title, "--cwd", directory, "--", ...argv);
  const isNew = ({ id }: ZellijPane) => !before.some((each) => each.id === id);
  for (const deadline = systemClock.elapsed() + LIMIT; systemClock.elapsed() < deadline; ) {
    const panes = await listPanes(act, session);
    const started = panes.find((each) => each.title === title && isNew(each));
    if (started && !panes.some(({ id }) => id === pane)) return started.id;
    await systemClock.wait(LOOK_EVERY);
  }
  throw new OvldError("panes-missing", { session, program: "zellij", panes: [title] });
}

function placeOf(pane: PaneId | undefined, tab: string, panes: readonly ZellijPane[]): string[] {
  if (pane !== undefined && panes.some(({ id }) => id === pane))
    return ["--in-place", "--close-replaced-pane", "--pane-id", pane];
  const beside = panes.find((each) => each.tab === tab) ?? panes[0];
  return beside ? ["--tab-id", String(beside.tabId)] : [];
}
