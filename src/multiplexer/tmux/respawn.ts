import type { PaneId, Respawn } from "#multiplexer/multiplexer.ts";
import { literal, when } from "./command.ts";
import { programIn, respawnCommand } from "./pane-program.ts";
import { panesOf } from "./panes.ts";
import type { Tmux } from "./run.ts";
import { inPane, inSession, isIn } from "./session.ts";
import { namePane, PLACEHOLDER, windowOptions } from "./session-commands.ts";

export async function respawnPane(
  tmux: Tmux,
  session: string,
  pane: PaneId | undefined,
  { tab, title, directory, argv }: Respawn,
): Promise<PaneId> {
  const panes = await panesOf(tmux, session);
  const program = programIn(directory, argv);
  if (pane !== undefined && panes.some(({ id }) => id === pane)) {
    await inPane(tmux, session, pane, [when(isIn(pane), `=${session}:`, [respawnCommand(pane, program)])]);
    return pane;
  }
  const make = async (command: string, ...args: readonly string[]) =>
    (await inSession(tmux, session, [[command, "-d", "-P", "-F", "#{pane_id}", ...args]])).trim();
  const beside = panes.find((each) => each.tab === tab);
  if (beside) {
    const made = await make("split-window", "-t", beside.id, ...program);
    await inSession(tmux, session, namePane(made, tab, title));
    return made;
  }
  // Uses the first free index: the window's old one, unless `renumber-windows` is on.
  const made = await make("new-window", "-t", `=${session}:`, "-n", literal(tab), "--", ...PLACEHOLDER);
  const start = respawnCommand(made, program);
  await inSession(tmux, session, [...windowOptions(made), ...namePane(made, tab, title), start]);
  return made;
}
