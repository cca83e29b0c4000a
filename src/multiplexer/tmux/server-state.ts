import { OvldError } from "#errors/ovld-error.ts";
import type { TmuxCommand } from "./command.ts";
import { listPanes, listSessions, panesFrom, sessionsFrom } from "./listing.ts";
import { say } from "./on-server.ts";
import type { PaneState, ServerId, SessionState } from "./pane-state.ts";
import type { Tmux } from "./run.ts";

/** Every pane of the server, by session, window and place; no server has none, failing to ask throws. */
export function readServer(tmux: Tmux): Promise<PaneState[]> {
  return readPanes((commands) => ask(tmux, commands), listPanes(["-a"]));
}

/**
 * The panes of a listing. A tmux that writes to utmp misses the end of one program in two (3.3a: libutempter takes its
 * SIGCHLD away for a moment) and learns of it only when another process ends: then one is made to end.
 */
export async function readPanes(
  run: (commands: readonly TmuxCommand[]) => Promise<string>,
  list: TmuxCommand,
): Promise<PaneState[]> {
  const panes = panesFrom(await run([list]));
  if (!panes.some(({ isUntold }) => isUntold)) return panes;
  return panesFrom(await run([["run-shell", "true"], list]));
}

/** Every session of the server; no server has none, failing to ask throws. */
export async function readSessions(tmux: Tmux): Promise<SessionState[]> {
  return sessionsFrom(await ask(tmux, [listSessions()]));
}

/** Every session of the server; a server that is just leaving is asked until it has left. */
export async function sessionsOf(tmux: Tmux): Promise<SessionState[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await readSessions(tmux);
    } catch (error) {
      if (attempt === ATTEMPTS || !OvldError.is(error, "server-gone")) throw error;
    }
  }
}

const ATTEMPTS = 10;

/** The server that answers within `timeLimit` milliseconds, with its panes; undefined where none does. */
export async function answeringServer(
  tmux: Tmux,
  timeLimit: number,
): Promise<{ server: ServerId; panes: PaneState[] } | undefined> {
  try {
    const [id = "", ...lines] = (await ask(tmux, [say("#{pid} #{start_time}"), listPanes(["-a"])], timeLimit)).split(
      "\n",
    );
    const [pid, started = ""] = id.split(" ");
    return id === "" ? undefined : { server: { pid: Number(pid), started }, panes: panesFrom(lines.join("\n")) };
  } catch (error) {
    if (OvldError.is(error, "program-timeout", "server-gone")) return undefined;
    throw error;
  }
}

/** A server without any session, which some are told to be, refuses to list panes. */
async function ask(tmux: Tmux, commands: readonly TmuxCommand[], timeLimit?: number): Promise<string> {
  try {
    return await tmux.run(commands, timeLimit === undefined ? {} : { timeLimit });
  } catch (error) {
    if (OvldError.is(error, "no-server")) return "";
    if (OvldError.is(error, "program-failed") && /^no current target/m.test(error.details.stderr))
      return error.details.stdout ?? "";
    throw error;
  }
}

export function isSameServer(a: ServerId, b: ServerId): boolean {
  return a.pid === b.pid && a.started === b.started;
}
