import { OvldError } from "#errors/ovld-error.ts";
import type { PaneState, SessionState } from "#multiplexer/tmux/pane-state.ts";
import type { Tmux } from "#multiplexer/tmux/run.ts";
import { isSameServer, readServer, readSessions } from "#multiplexer/tmux/server-state.ts";

type States = readonly [PaneState, ...PaneState[]];

/**
 * Knows where panes are: asks the server, and remembers what it said, so that acting on a pane needs no question
 * before. A session is meant by its id or its exact name.
 */
export interface Lookout {
  all(): Promise<readonly PaneState[]>;
  /** The panes of a session, asked anew; throws `session-unknown` when there is none. */
  session(wanted: string): Promise<States>;
  /** The session itself, asked anew. */
  find(wanted: string): Promise<SessionState | undefined>;
  /** Those of the panes that belong to a session; throws `session-unknown` when none does. */
  pick(panes: readonly PaneState[], wanted: string): States;
  /** Notes panes that the caller is told of: the ids of their sessions mean these, and none of a later server. */
  tell(panes: readonly PaneState[]): void;
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
  let seen: readonly PaneState[] = [];
  const told = new Map<string, SessionState["server"]>();
  const all = async () => {
    seen = await readServer(tmux);
    return seen;
  };
  const choose = <T extends SessionState>(states: readonly T[], wanted: string): T[] => {
    const byId = states.filter(
      ({ server, session: { id } }) => id === wanted && isSameServer(told.get(id) ?? server, server),
    );
    return byId.length > 0 ? byId : states.filter(({ session }) => session.name === wanted);
  };
  const pick = (panes: readonly PaneState[], wanted: string): States => {
    const [first, ...rest] = choose(panes, wanted);
    if (first) return [first, ...rest];
    const known = [...new Set(panes.map(({ session }) => session.name))];
    throw new OvldError("session-unknown", { session: wanted, known });
  };
  const session = async (wanted: string) => pick(await all(), wanted);
  return {
    all,
    session,
    find: async (wanted) => choose(await readSessions(tmux), wanted)[0],
    pick,
    tell(panes) {
      const named = new Set(panes.flatMap(({ session: { id, name } }) => [id, name]));
      seen = [...seen.filter(({ session: { id, name } }) => !named.has(id) && !named.has(name)), ...panes];
      for (const { server, session } of panes) told.set(session.id, server);
    },
    async inPane(wanted, window, index, work) {
      const remembered = choose(seen, wanted).find((pane) => isPlace(pane, window, index));
      const done = remembered && (await work(remembered));
      if (done !== undefined) return done;
      const pane = paneAt(await session(wanted), window, index);
      const again = await work(pane);
      if (again !== undefined) return again;
      throw new OvldError("pane-gone", { session: pane.session.name, pane: pane.id });
    },
  };
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
