import { stripVTControlCharacters } from "node:util";
import { OvldError } from "#errors/ovld-error.ts";
import type { Leaving, Multiplexer, MultiplexerKind, PaneId } from "#multiplexer/multiplexer.ts";
import { newestViews } from "#multiplexer/newest-views.ts";
import type { PaneInput, PaneView } from "#multiplexer/pane-input.ts";
import type { PaneWatcher } from "#multiplexer/pane-watcher.ts";
import type { SessionPlan } from "#multiplexer/session-plan.ts";
import { isShell } from "#multiplexer/shells.ts";
import { give, listed, type ScriptedPane, viewOf } from "./scripted-pane.ts";
import type { ScriptedSession, ScriptedSessions } from "./scripted-sessions.ts";

export type Port = Multiplexer & PaneInput & Required<PaneWatcher>;

export interface PortOptions {
  kind: MultiplexerKind;
  sessions: ScriptedSessions;
  /** Resolves when the person has left the session, with the kind of leaving. */
  leaving(session: string): Promise<Leaving>;
}

const LONGEST_NAME = 100;

/** The ports of a multiplexer, on sessions in memory. */
export function scriptedPort({ kind, sessions, leaving }: PortOptions): Port {
  const attached = async (session: ScriptedSession): Promise<Leaving> => {
    session.focused = session.panes.find(({ tab }) => tab === session.front)?.id;
    const how = await leaving(session.name);
    session.focused = undefined;
    return how;
  };
  const opened = (plan: SessionPlan, signal: AbortSignal | undefined): ScriptedSession => {
    if (signal?.aborted) throw new OvldError("cancelled", {});
    return sessions.open(plan);
  };
  return {
    kind,
    maxNameBytes: () => LONGEST_NAME,
    describe: ({ session }) => ({ files: [], foreground: [kind, "here", session], background: [kind, session] }),
    sessions: async () => [...sessions.all.values()].map(({ name, state }) => ({ name, state })),
    staleSockets: async () => [],
    staleFiles: async () => [],
    open: async (plan, { signal }) => opened(plan, signal).panes.map(listed),
    openHere: async (plan, { signal }) => attached(opened(plan, signal)),
    attach: async (session) => attached(sessions.running(session)),
    panes: async (session) => sessions.running(session).panes.map(listed),
    respawn: async (...args) => sessions.respawn(...args),
    async focus(session, pane) {
      const { id } = sessions.pane(session, pane);
      const found = sessions.running(session);
      if (found.focused !== undefined) found.focused = id;
    },
    focused: async (session) => sessions.running(session).focused,
    end: async (session) => sessions.end(session),
    ...panePort(sessions),
  };
}

type PanePort = Pick<Port, keyof PaneInput | keyof PaneWatcher | "type" | "screen">;

function panePort(sessions: ScriptedSessions): PanePort {
  const input = async (session: string, id: PaneId, text: string): Promise<void> => {
    const pane = sessions.pane(session, id);
    if (pane.state === "exited") throw new OvldError("pane-exited", { session, pane: id });
    give(pane, text);
  };
  /** Refuses to write into a shell or after the end of the program. */
  const handOver = (pane: ScriptedPane, text: string): PaneView => {
    if (pane.state === "running" && !isShell(pane.foreground)) {
      pane.inCopyMode = false;
      give(pane, text);
    }
    return viewOf(pane);
  };
  return {
    type: input,
    press: input,
    screen: async (session, pane) => stripVTControlCharacters(sessions.pane(session, pane).screen),
    look: async (session, pane) => viewOf(sessions.pane(session, pane)),
    async paste(session, id, text) {
      const pane = sessions.pane(session, id);
      return handOver(pane, pane.bracketsPaste ? `\u001b[200~${text}\u001b[201~` : text);
    },
    enter: async (session, pane) => handOver(sessions.pane(session, pane), "\r"),
    async *watchScreen(session, pane, signal) {
      const changed = sessions.changes(session, signal);
      yield* newestViews(async () => viewOf(sessions.pane(session, pane)), changed, signal);
    },
    async personAt(session, id) {
      const { person } = sessions.pane(session, id);
      return person ?? (sessions.running(session).focused === id ? {} : undefined);
    },
    async resizePane(session, id, size) {
      const pane = sessions.pane(session, id);
      pane.size = { ...size };
      pane.show(pane.screen, pane.cursor);
    },
  };
}
