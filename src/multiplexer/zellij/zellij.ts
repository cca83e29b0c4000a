import { staleLocksIn } from "#base/lock.ts";
import { staleSocketsIn } from "#base/sockets.ts";
import type { Multiplexer, MultiplexerOptions } from "#multiplexer/multiplexer.ts";
import type { PaneInput } from "#multiplexer/pane-input.ts";
import type { PaneWatcher } from "#multiplexer/pane-watcher.ts";
import { zellijAccess } from "./access.ts";
import { attachTo } from "./attach.ts";
import { focusedPane, focusPane } from "./clients.ts";
import { describeSession } from "./describe.ts";
import { endSession } from "./end.ts";
import { openInBackground } from "./open.ts";
import { openOnTerminal } from "./open-here.ts";
import { zellijPaneInput } from "./pane-input.ts";
import { zellijPaneWatcher } from "./pane-watcher.ts";
import { findPane, listPanes, screenOf } from "./panes.ts";
import { respawnPane } from "./respawn.ts";
import { listSessions } from "./sessions.ts";
import { maxNameBytes, socketFolder } from "./sockets.ts";
import { typeInto } from "./type.ts";

export function zellij(options: MultiplexerOptions): Multiplexer & PaneInput & PaneWatcher {
  const { env } = options;
  const access = zellijAccess(options);
  const { runner, gate, queries, ungated, act } = access;
  const paneInput = zellijPaneInput(access);
  const parts = { zellij: runner, gate, queries, ungated };
  return {
    kind: "zellij",
    sessions: () => listSessions(queries),
    staleSockets: () => gate.ask(() => staleSocketsIn(socketFolder(env), "ovld-")),
    staleFiles: () => staleLocksIn(socketFolder(env), "ovld-"),
    maxNameBytes: () => maxNameBytes(env),
    describe: (plan, folder) => describeSession(runner.program, plan, folder),
    open: (plan, open) => openInBackground(plan, open, parts),
    openHere: (plan, open) => openOnTerminal(plan, open, parts),
    attach: (session) => attachTo(session, runner, queries),
    ...paneInput,
    ...zellijPaneWatcher({ act, zellij: runner, gate, look: paneInput.look }),
    panes: async (session) =>
      (await listPanes(act, session)).map(({ tabId: _, cursor: __, foreground: ___, ...pane }) => pane),
    respawn: (session, pane, respawn) => respawnPane(act, session, pane, respawn),
    type: (session, pane, text) => typeInto(act, session, pane, text),
    async screen(session, pane) {
      await findPane(act, session, pane);
      return (await screenOf(act, session, pane)).trimEnd();
    },
    focus: (session, pane) => focusPane(act, session, pane),
    focused: (session) => focusedPane(act, session),
    end: (session) => endSession(runner.program, queries, session),
  };
}
