import { userInfo } from "node:os";
import { join } from "node:path";
import { OvldError } from "#base/errors.ts";
import { staleSocketsIn } from "#base/sockets.ts";
import type { Multiplexer, MultiplexerOptions } from "#multiplexer/multiplexer.ts";
import type { Typist } from "#multiplexer/typist.ts";
import { attachTo } from "./attach.ts";
import { when } from "./command.ts";
import { abandonedCommandFolders } from "./command-file.ts";
import { endSession } from "./end.ts";
import { describeSession, openInBackground, openOnTerminal } from "./open.ts";
import { listPanes } from "./panes.ts";
import { tmuxRunner } from "./run.ts";
import { inPane, inSession, isIn } from "./session.ts";
import { listSessions } from "./sessions.ts";
import { typeInto } from "./type.ts";
import { tmuxTypist } from "./typist.ts";

export function tmux(options: MultiplexerOptions): Multiplexer & Typist {
  const { env } = options;
  const runner = tmuxRunner(options);
  return {
    kind: "tmux",
    sessions: () => listSessions(runner),
    staleSockets: () => staleSocketsIn(socketFolder(env), "ovld-"),
    staleFiles: abandonedCommandFolders,
    maxNameBytes: () => MAX_NAME_BYTES,
    describe: (plan) => describeSession(runner, plan),
    open: (plan, open) => openInBackground(runner, env, plan, open),
    openHere: (plan, open) => openOnTerminal(runner, env, plan, open),
    async attach(session) {
      const { wasShown, exitCode, signal } = await attachTo(runner, session);
      const args = ["attach-session", "-t", `=${session}`];
      if (!wasShown)
        throw new OvldError("program-failed", { program: runner.program, args, exitCode, signal, stderr: "" });
    },
    panes: (session) => listPanes(runner, session),
    type: (session, pane, text) => typeInto(runner, session, pane, text),
    screen: async (session, pane) =>
      (await inPane(runner, session, pane, [["capture-pane", "-p", "-t", pane]])).trimEnd(),
    async focus(session, pane) {
      const show = [["select-window", "-t", pane] as const, ["select-pane", "-t", pane] as const];
      const isShown = `#{&&:#{session_attached},${isIn(pane)}}`;
      await inPane(runner, session, pane, [when(isShown, `=${session}:`, show)]);
    },
    async focused(session) {
      const shown = ["display-message", "-p", "-t", `=${session}:`, "#{session_attached} #{pane_id}"] as const;
      const [people, pane] = (await inSession(runner, session, [shown])).trim().split(" ");
      return people === "0" ? undefined : pane;
    },
    end: (session) => endSession(runner, session),
    ...tmuxTypist(runner),
  };
}

/** All sessions share one socket, so no path limits a name; a folder is named after it too. */
const MAX_NAME_BYTES = 100;

function socketFolder(env: MultiplexerOptions["env"]): string {
  return join(env.TMUX_TMPDIR || "/tmp", `tmux-${userInfo().uid}`);
}
