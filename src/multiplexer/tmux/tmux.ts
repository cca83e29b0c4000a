import { userInfo } from "node:os";
import { join } from "node:path";
import { staleSocketsIn } from "#base/sockets.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { leavingOf, type Multiplexer, type MultiplexerOptions } from "#multiplexer/multiplexer.ts";
import type { PaneInput } from "#multiplexer/pane-input.ts";
import type { PaneWatcher } from "#multiplexer/pane-watcher.ts";
import { attachTo } from "./attach.ts";
import { captureCommand } from "./capture.ts";
import { when } from "./command.ts";
import { abandonedCommandFolders } from "./command-file.ts";
import { endSessions } from "./end-session.ts";
import { describeSession, openInBackground, openOnTerminal } from "./open.ts";
import { tmuxPaneInput } from "./pane-input.ts";
import { tmuxPaneWatcher } from "./pane-watcher.ts";
import { panesOf } from "./panes.ts";
import { listPeople, peopleFrom } from "./people.ts";
import { respawnPane } from "./respawn.ts";
import { tmuxRunner } from "./run.ts";
import { sessionsOf } from "./server-state.ts";
import { inPane, inSession, isIn } from "./session.ts";
import { typeInto } from "./type.ts";

export function tmux(options: MultiplexerOptions): Multiplexer & PaneInput & PaneWatcher {
  const { env } = options;
  const runner = tmuxRunner(options);
  const paneInput = tmuxPaneInput(runner);
  return {
    kind: "tmux",
    sessions: async () => (await sessionsOf(runner)).map(({ session: { name } }) => ({ name, state: "running" })),
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
      return leavingOf(exitCode);
    },
    panes: (session) => panesOf(runner, session),
    respawn: (session, pane, respawn) => respawnPane(runner, session, pane, respawn),
    type: (session, pane, text) => typeInto(runner, session, pane, text),
    screen: async (session, pane) => (await inPane(runner, session, pane, [captureCommand(pane)])).trimEnd(),
    async focus(session, pane) {
      if (peopleFrom(await inPane(runner, session, pane, [listPeople(session)])).length === 0) return;
      const show = [["select-window", "-t", pane] as const, ["select-pane", "-t", pane] as const];
      await inPane(runner, session, pane, [when(isIn(pane), `=${session}:`, show)]);
    },
    focused: async (session) => peopleFrom(await inSession(runner, session, [listPeople(session)]))[0]?.pane,
    end: (session) => endSessions(runner, ({ session: { name } }) => name === session),
    ...paneInput,
    ...tmuxPaneWatcher(runner, paneInput),
  };
}

/** All sessions share one socket, so no socket path limits the name; the limit is that of a folder name. */
const MAX_NAME_BYTES = 100;

function socketFolder(env: MultiplexerOptions["env"]): string {
  return join(env.TMUX_TMPDIR || "/tmp", `tmux-${userInfo().uid}`);
}
