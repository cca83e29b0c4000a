import { systemClock } from "#base/clock.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { PaneId } from "#multiplexer/multiplexer.ts";
import { changes, newestViews } from "#multiplexer/newest-views.ts";
import type { PaneInput, PaneView } from "#multiplexer/pane-input.ts";
import type { PaneWatcher } from "#multiplexer/pane-watcher.ts";
import { attachControl } from "./attach-control.ts";
import { when } from "./command.ts";
import type { ControlClient } from "./control-client.ts";
import { viewCommands, viewFrom } from "./pane-input.ts";
import { listPeople, peopleFrom } from "./people.ts";
import type { Tmux } from "./run.ts";
import { inPane, isIn } from "./session.ts";

export function tmuxPaneWatcher(tmux: Tmux, { look }: Pick<PaneInput, "look">): PaneWatcher {
  return {
    watchScreen: (session, pane, signal) => watchScreen(tmux, look, session, pane, signal),
    async personAt(session, pane) {
      const people = peopleFrom(await inPane(tmux, session, pane, [listPeople(session)]));
      const keys = people.filter((person) => person.pane === pane).map(({ lastKey }) => lastKey);
      return keys.length === 0 ? undefined : { lastKey: Math.max(...keys) };
    },
    async resizePane(session, pane, { columns, rows }) {
      const resize = ["resize-pane", "-t", pane, "-x", String(columns), "-y", String(rows)] as const;
      await inPane(tmux, session, pane, [when(isIn(pane), `=${session}:`, [resize])]);
    },
  };
}

/** tmux notifies a client in control mode of all output at once; the same connection then queries the screen. */
async function* watchScreen(
  tmux: Tmux,
  look: PaneInput["look"],
  session: string,
  pane: PaneId,
  signal: AbortSignal,
): AsyncGenerator<PaneView, void, undefined> {
  const changed = changes();
  let client: ControlClient | undefined;
  const connect = () => {
    const own = attachControl(tmux, `=${session}:`, {
      notify(name, rest) {
        if (name !== "%output" || rest.toString("latin1", 0, pane.length + 1) === `${pane} `) changed.note();
      },
      end() {
        if (client === own) client = undefined;
        changed.note();
      },
    });
    client = own;
  };
  const lookAgain = async () => {
    if (client) {
      const told = await Promise.all(viewCommands(pane).map(client.ask)).catch(() => undefined);
      if (told) return viewFrom(told.join("\n"));
    }
    // If the control client does not answer, a separate call gives the reason.
    const view = await look(session, pane);
    await systemClock.wait(PAUSE, signal);
    if (!client && !signal.aborted) connect();
    return view;
  };
  try {
    await inPane(tmux, session, pane, []);
    if (!signal.aborted) connect();
    yield* newestViews(lookAgain, () => changed.noted(signal), signal);
  } catch (error) {
    throw OvldError.is(error, "no-server", "server-gone")
      ? new OvldError("session-ended", { session, cause: error })
      : error;
  } finally {
    client?.close();
  }
}

/** Milliseconds before a lost connection is opened again. */
const PAUSE = 500;
