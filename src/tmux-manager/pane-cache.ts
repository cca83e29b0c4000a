import { OvldError } from "#errors/ovld-error.ts";
import type { PaneState, SessionState } from "#multiplexer/tmux/pane-state.ts";
import type { Tmux } from "#multiplexer/tmux/run.ts";
import { isSameServer, readServer, readSessions } from "#multiplexer/tmux/server-state.ts";

type States = readonly [PaneState, ...PaneState[]];

/**
 * Panes of a server as last listed, so that an action on a pane needs no listing first. Every `wanted` is a session's
 * id or its exact name.
 */
export interface PaneCache {
  all(): Promise<readonly PaneState[]>;
  /** Lists the panes of a session now; throws `session-unknown`. */
  session(wanted: string): Promise<States>;
  /** Lists the session now. */
  find(wanted: string): Promise<SessionState | undefined>;
  /** The panes that belong to a session; throws `session-unknown` without any. */
  pick(panes: readonly PaneState[], wanted: string): States;
  /**
   * Stores panes that a method returns. From then on their session ids refer to this server, not to a later one that
   * reuses the ids.
   */
  publish(panes: readonly PaneState[]): void;
  /**
   * Runs `work` on the cached pane. If `work` returns undefined (the pane is gone) or nothing is cached, lists the
   * server and runs it once more. Throws like `session`, and `window-unknown` and `pane-gone`.
   */
  inPane<T>(
    session: string,
    window: string,
    pane: number,
    work: (pane: PaneState) => Promise<T | undefined>,
  ): Promise<T>;
}

export function paneCache(tmux: Tmux): PaneCache {
  let listed: readonly PaneState[] = [];
  const published = new Map<string, SessionState["server"]>();
  const all = async () => {
    listed = await readServer(tmux);
    return listed;
  };
  const choose = <T extends SessionState>(states: readonly T[], wanted: string): T[] => {
    const byId = states.filter(
      ({ server, session: { id } }) => id === wanted && isSameServer(published.get(id) ?? server, server),
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
    publish(panes) {
      const named = new Set(panes.flatMap(({ session: { id, name } }) => [id, name]));
      listed = [...listed.filter(({ session: { id, name } }) => !named.has(id) && !named.has(name)), ...panes];
      for (const { server, session } of panes) published.set(session.id, server);
    },
    async inPane(wanted, window, index, work) {
      const cached = choose(listed, wanted).find((pane) => isAt(pane, window, index));
      const done = cached && (await work(cached));
      if (done !== undefined) return done;
      const pane = paneAt(await session(wanted), window, index);
      const again = await work(pane);
      if (again !== undefined) return again;
      throw new OvldError("pane-gone", { session: pane.session.name, pane: pane.id });
    },
  };
}

/** Throws `window-unknown` or `pane-gone`. */
export function paneAt(panes: States, window: string, index: number): PaneState {
  const pane = panes.find((other) => isAt(other, window, index));
  if (pane) return pane;
  const session = panes[0].session.name;
  const known = [...new Set(panes.map((other) => other.window.name))];
  if (!known.includes(window)) throw new OvldError("window-unknown", { session, window, known });
  throw new OvldError("pane-gone", { session, pane: `${window}.${index}` });
}

function isAt(pane: PaneState, window: string, index: number): boolean {
  return pane.window.name === window && pane.index === index;
}
