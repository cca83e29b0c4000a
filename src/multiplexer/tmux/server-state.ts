import { OvldError } from "#errors/ovld-error.ts";
import type { TmuxCommand } from "./command.ts";
import { listPanes, listSessions, panesFrom, sessionsFrom } from "./listing.ts";
import { say } from "./on-server.ts";
import type { PaneState, ServerId, SessionState } from "./pane-state.ts";
import type { Tmux } from "./run.ts";

/**
 * Every pane of the server, by session, window and index. Without a server the list is empty; a failed query throws.
 */
export function readServer(tmux: Tmux): Promise<PaneState[]> {
  return readPanes((commands) => ask(tmux, commands), listPanes(["-a"]));
}

/**
 * Parses a listing of panes. tmux 3.3a with utmp support misses one of two exits, because libutempter takes over
 * SIGCHLD for a moment. It notices the exit when another child ends, so one is started here.
 */
export async function readPanes(
  run: (commands: readonly TmuxCommand[]) => Promise<string>,
  list: TmuxCommand,
): Promise<PaneState[]> {
  const panes = panesFrom(await run([list]));
  if (!panes.some(({ isUntold }) => isUntold)) return panes;
  return panesFrom(await run([["run-shell", "true"], list]));
}

/** Every session of the server. Without a server the list is empty; a failed query throws. */
export async function readSessions(tmux: Tmux): Promise<SessionState[]> {
  return sessionsFrom(await ask(tmux, [listSessions()]));
}

/** Every session of the server; a server that is exiting is queried until it has exited. */
export function sessionsOf(tmux: Tmux): Promise<SessionState[]> {
  return afterExiting(() => readSessions(tmux));
}

/**
 * Repeats a request that failed with `server-gone`, if `canRepeat` allows it. A server that is exiting accepts
 * connections and drops them, and so does its socket afterwards while a pane's program has not replaced its fork yet.
 */
export async function afterExiting<T>(
  request: () => Promise<T>,
  canRepeat: (error: unknown) => boolean = () => true,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request();
    } catch (error) {
      if (attempt === ATTEMPTS || !OvldError.is(error, "server-gone") || !canRepeat(error)) throw error;
    }
  }
}

/** A dropped connection means that no process has the old socket open, so the second attempt is enough; one is spare. */
const ATTEMPTS = 3;

/** The server that answers within `timeLimit` milliseconds, with its panes; undefined if none does. */
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

/** A server without sessions (`exit-empty off`) refuses to list panes. */
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
