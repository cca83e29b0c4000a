import { OvldError } from "#base/errors.ts";
import type { Tmux } from "#multiplexer/tmux/run.ts";
import { type PaneState, readServer } from "./server-state.ts";

type States = readonly [PaneState, ...PaneState[]];

/**
 * Knows where panes are: asks the server, and remembers what it said, so that acting on a pane needs no question
 * before.
 */
export interface Lookout {
  all(): Promise<PaneState[]>;
  /** The panes of a session, asked anew; throws `session-unknown` when there is none. */
  session(name: string): Promise<States>;
  note(panes: readonly PaneState[]): void;
  /**
   * Does something with a pane that was seen before, where it can; work that gives undefined found the pane gone, and
   * is done once more with what the server says now. Throws what `session` throws, `window-unknown` and `pane-gone`.
   */
  inPane<T>(
    session: string,
    window: string,
    pane: number,
    work: (pane: PaneState) => Promise<T | undefined>,
  ): Promise<T>;
}

export function lookout(tmux: Tmux): Lookout {
  const seen = new Map<string, States>();
  const all = async () => {
    const panes = await readServer(tmux);
    seen.clear();
    note(panes);
    return panes;
  };
  const note = (panes: readonly PaneState[]) => {
    for (const name of new Set(panes.map(({ session }) => session.name))) seen.set(name, panesOf(panes, name));
  };
  const session = async (name: string) => panesOf(await all(), name);
  return {
    all,
    session,
    note,
    async inPane(name, window, index, work) {
      const remembered = seen.get(name)?.find((pane) => isPlace(pane, window, index));
      const done = remembered && (await work(remembered));
      if (done !== undefined) return done;
      const pane = paneAt(await session(name), window, index);
      const again = await work(pane);
      if (again !== undefined) return again;
      throw new OvldError("pane-gone", { session: name, pane: pane.id });
    },
  };
}

/** Throws `session-unknown` when none of them belongs to a session of that name. */
export function panesOf(panes: readonly PaneState[], name: string): States {
  const [first, ...rest] = panes.filter(({ session }) => session.name === name);
  if (first) return [first, ...rest];
  const known = [...new Set(panes.map(({ session }) => session.name))];
  throw new OvldError("session-unknown", { session: name, known });
}

/** Throws `window-unknown` or `pane-gone` when the session has no such pane. */
export function paneAt(panes: States, window: string, index: number): PaneState {
  const pane = panes.find((other) => isPlace(other, window, index));
  if (pane) return pane;
  const session = panes[0].session.name;
  const known = [...new Set(panes.map((other) => other.window.name))];
  if (!known.includes(window)) throw new OvldError("window-unknown", { session, window, known });
  throw new OvldError("pane-gone", { session, pane: `${window}.${index}` });
}

function isPlace(pane: PaneState, window: string, index: number): boolean {
  return pane.window.name === window && pane.index === index;
}
