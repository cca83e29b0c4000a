import { OvldError } from "#errors/ovld-error.ts";
import type { MultiplexerSession, PaneId, Respawn } from "#multiplexer/multiplexer.ts";
import { changes } from "#multiplexer/newest-views.ts";
import type { PaneSize } from "#multiplexer/pane-watcher.ts";
import {
  leavesOf,
  type PlannedNode,
  type PlannedTab,
  type SessionPlan,
  type Split,
} from "#multiplexer/session-plan.ts";
import { type ScriptedPane, type ScriptedProgram, scriptedPane, started } from "./scripted-pane.ts";

/** Size of a session without an attached client. */
const WHOLE = { columns: 200, rows: 50 };

export interface ScriptedSession extends MultiplexerSession {
  panes: ScriptedPane[];
  /** The focused pane of the attached client. */
  focused: PaneId | undefined;
  /** The tab that is shown first. */
  front: string | undefined;
  watchers: Set<() => void>;
}

export type ScriptedSessions = ReturnType<typeof scriptedSessions>;

/** The sessions of one user in memory, with panes that run `program`. */
export function scriptedSessions(program: ScriptedProgram) {
  const sessions = new Map<string, ScriptedSession>();
  let panes = 0;

  const add = (name: string): ScriptedSession => {
    const session: ScriptedSession = {
      ...{ name, state: "running", panes: [], watchers: new Set() },
      ...{ focused: undefined, front: undefined },
    };
    sessions.set(name, session);
    return session;
  };

  const running = (name: string): ScriptedSession => {
    const session = sessions.get(name);
    if (session?.state !== "running") throw new OvldError("session-ended", { session: name });
    return session;
  };

  const addPane = (session: ScriptedSession, { tab, title, ...start }: Respawn, size = WHOLE): ScriptedPane => {
    const id: PaneId = `%${panes++}`;
    const pane = scriptedPane({ id, tab, title, size }, start, () => change(session));
    session.panes.push(pane);
    return pane;
  };

  return {
    all: sessions,
    running,
    add,
    open({ session: name, directory, tabs }: SessionPlan): ScriptedSession {
      if (sessions.has(name)) throw new OvldError("session-taken", { session: name, program: "tmux" });
      const session = add(name);
      session.front = (tabs.find(({ focus }) => focus) ?? tabs[0])?.name;
      for (const tab of tabs) {
        const sizes = paneSizes(tab, WHOLE);
        for (const [at, { title, launch }] of leavesOf(tab.panes).entries())
          addPane(session, { tab: tab.name, title, directory, ...launch }, sizes[at]);
      }
      for (const pane of session.panes) program(pane);
      return session;
    },
    pane(session: string, id: PaneId): ScriptedPane {
      const found = running(session).panes.find((pane) => pane.id === id);
      if (!found) throw new OvldError("pane-gone", { session, pane: id });
      return found;
    },
    respawn(name: string, id: PaneId | undefined, respawn: Respawn): PaneId {
      const session = running(name);
      const before = session.panes.find((pane) => pane.id === id);
      const pane = before ? Object.assign(before, started(respawn)) : addPane(session, respawn);
      session.panes = inTabs(session.panes);
      program(pane);
      change(session);
      return pane.id;
    },
    close(session: string, id: PaneId): void {
      const found = running(session);
      found.panes = found.panes.filter((pane) => pane.id !== id);
      change(found);
    },
    end(name: string): void {
      const session = sessions.get(name);
      sessions.delete(name);
      if (session) change(Object.assign(session, { state: "exited" }));
    },
    /** Resolves at the next change of the session, or when the signal aborts. */
    changes(name: string, signal: AbortSignal): () => Promise<void> {
      const { watchers } = running(name);
      const { note, noted } = changes();
      watchers.add(note);
      signal.addEventListener("abort", () => watchers.delete(note));
      return () => noted(signal);
    },
  };
}

function change({ watchers }: ScriptedSession): void {
  for (const note of watchers) note();
}

/** A reopened pane comes last in its tab. */
function inTabs(panes: readonly ScriptedPane[]): ScriptedPane[] {
  const tabs = [...new Set(panes.map(({ tab }) => tab))];
  return tabs.flatMap((tab) => panes.filter((pane) => pane.tab === tab));
}

/** Size of each pane of a tab, in reading order. */
function paneSizes({ split, panes }: Pick<PlannedTab, "split" | "panes">, whole: PaneSize): PaneSize[] {
  return divided(panes, split, whole);
}

function divided(nodes: readonly PlannedNode[], split: Split, whole: PaneSize): PaneSize[] {
  return nodes.flatMap((node) => {
    const share = node.size === undefined ? 1 / nodes.length : Number.parseInt(node.size, 10) / 100;
    const part =
      split === "columns"
        ? { ...whole, columns: Math.floor(whole.columns * share) }
        : { ...whole, rows: Math.floor(whole.rows * share) };
    return node.kind === "pane" ? leavesOf([node]).map(() => part) : divided(node.panes, node.split, part);
  });
}
