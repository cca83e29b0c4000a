import { OvldError } from "#base/errors.ts";
import { staleSocketsIn } from "#base/sockets.ts";
import type { Multiplexer, MultiplexerOptions } from "#multiplexer/multiplexer.ts";
import { actor } from "./act.ts";
import { focusedPane, focusPane } from "./clients.ts";
import { describeSession } from "./describe.ts";
import { endSession } from "./end.ts";
import { openInBackground } from "./open.ts";
import { openOnTerminal } from "./open-here.ts";
import { findPane, listPanes } from "./panes.ts";
import { type Ask, zellijRunner } from "./run.ts";
import { listSessions, sessionState } from "./sessions.ts";
import { hasSocket, maxNameBytes, socketFolder } from "./sockets.ts";
import { startGate } from "./start-gate.ts";
import { typeInto } from "./type.ts";

export function zellij(options: MultiplexerOptions): Multiplexer {
  const { env } = options;
  const runner = zellijRunner(options);
  const gate = startGate(socketFolder(env));
  const ask: Ask = (...args) => gate.ask(() => runner.ask(...args));
  const isThere = (session: string) => hasSocket(env, session);
  const act = actor(ask, isThere);
  const parts = { zellij: runner, gate, ask, hasSocket: isThere };
  return {
    kind: "zellij",
    sessions: () => listSessions(ask),
    staleSockets: () => gate.ask(() => staleSocketsIn(socketFolder(env), "ovld-")),
    maxNameBytes: () => maxNameBytes(env),
    describe: (plan, folder) => describeSession(runner.program, plan, folder),
    open: (plan, open) => openInBackground(plan, open, parts),
    openHere: (plan, open) => openOnTerminal(plan, open, parts),
    async attach(session) {
      // zellij would bring an exited session back to life, agents and all.
      if ((await sessionState(ask, session)) !== "running") throw new OvldError("session-ended", { session });
      await runner.onTerminal(["attach", session]);
    },
    panes: async (session) => (await listPanes(act, session)).map(({ tabId: _, ...pane }) => pane),
    type: (session, pane, text) => typeInto(act, session, pane, text),
    async screen(session, pane) {
      await findPane(act, session, pane);
      return (await act(session, "dump-screen", "--pane-id", pane)).trimEnd();
    },
    focus: (session, pane) => focusPane(act, session, pane),
    focused: (session) => focusedPane(act, session),
    end: (session) => endSession(runner, ask, session),
  };
}
