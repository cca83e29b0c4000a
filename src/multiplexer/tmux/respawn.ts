import { OvldError } from "#base/errors.ts";
import type { PaneId, Respawn } from "#multiplexer/multiplexer.ts";
import { literal, type TmuxCommand, when, withoutShell } from "./command.ts";
import { listPanes } from "./panes.ts";
import type { Tmux } from "./run.ts";
import { inPane, inSession, isIn } from "./session.ts";
import { namePane } from "./session-commands.ts";

export async function respawnPane(
  tmux: Tmux,
  session: string,
  pane: PaneId | undefined,
  { tab, title, directory, argv }: Respawn,
): Promise<PaneId> {
  const panes = await listPanes(tmux, session);
  const program = ["-c", literal(directory), "--", ...withoutShell(argv)];
  if (pane !== undefined && panes.some(({ id }) => id === pane)) {
    const respawn: TmuxCommand = ["respawn-pane", "-k", "-t", pane, ...program];
    await inPane(tmux, session, pane, [when(isIn(pane), `=${session}:`, [respawn])]);
    return pane;
  }
  const beside = panes.find((each) => each.tab === tab) ?? panes[0];
  if (!beside) throw new OvldError("session-ended", { session });
  const split: TmuxCommand = ["split-window", "-d", "-P", "-F", "#{pane_id}", "-t", beside.id, ...program];
  const made = (await inSession(tmux, session, [split])).trim();
  await inSession(tmux, session, namePane(made, tab, title));
  return made;
}
