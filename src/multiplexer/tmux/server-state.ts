import { OvldError } from "#errors/ovld-error.ts";
import type { TmuxCommand } from "./command.ts";
import { listPanes, listSessions, panesFrom, sessionsFrom } from "./listing.ts";
import type { PaneState, ServerId, SessionState } from "./pane-state.ts";
import type { Tmux } from "./run.ts";

/** Every session of the server; no server has none, failing to ask throws. */
export async function readSessions(tmux: Tmux): Promise<SessionState[]> {
  return sessionsFrom(await ask(tmux, listSessions()));
}

/** Every pane of the server, by session, window and place; no server has none, failing to ask throws. */
export async function readServer(tmux: Tmux): Promise<PaneState[]> {
  return panesFrom(await ask(tmux, listPanes(["-a"])));
}

async function ask(tmux: Tmux, command: TmuxCommand): Promise<string> {
  try {
    return await tmux.run([command]);
  } catch (error) {
    if (OvldError.is(error, "no-server") || isEmpty(error)) return "";
    throw error;
  }
}

/** A server without any session, which some are told to be, refuses to list panes. */
export function isEmpty(error: unknown): error is OvldError<"program-failed"> {
  return OvldError.is(error, "program-failed") && /^no current target/m.test(error.details.stderr);
}

export function isSameServer(a: ServerId, b: ServerId): boolean {
  return a.pid === b.pid && a.started === b.started;
}
