import { OvldError } from "#base/errors.ts";
import type { TmuxCommand } from "#multiplexer/tmux/command.ts";
import type { Tmux } from "#multiplexer/tmux/run.ts";
import { fromTmuxName } from "./tmux-name.ts";

/** A server, told apart from a later one on the same socket: ids of panes begin anew with each. */
export interface ServerId {
  pid: number;
  started: string;
}

/** One pane as its server describes it. */
export interface PaneState {
  server: ServerId;
  session: { id: string; name: string; created: number; attached: number; mark: string };
  window: { id: string; name: string; active: boolean };
  id: string;
  /**
   * Its number in its window, counted from 0, that stays when panes are moved; where we did not give one, its place.
   */
  index: number;
  agent: string | undefined;
  pid: number;
  state: "running" | "exited";
  exitStatus: number | undefined;
  columns: number;
  rows: number;
  active: boolean;
}

/** Every pane of the server, by session, window and place; no server has none, failing to ask throws. */
export async function readServer(tmux: Tmux): Promise<PaneState[]> {
  try {
    return panesFrom(await tmux.run([listPanes(["-a"])]));
  } catch (error) {
    if (OvldError.is(error, "no-server") || isEmpty(error)) return [];
    throw error;
  }
}

/** A server without any session, which some are told to be, refuses to list panes. */
export function isEmpty(error: unknown): error is OvldError<"program-failed"> {
  return OvldError.is(error, "program-failed") && /^no current target/m.test(error.details.stderr);
}

export function listPanes(which: readonly string[]): TmuxCommand {
  return ["list-panes", ...which, "-F", FORMAT];
}

/**
 * The option of a session that holds the mark of who made it, and the option of a pane that holds its place and agent.
 */
export const SESSION_MARK = "@ovld-session";
export const PANE_PLACE = "@ovld-pane";

export function placeText(index: number, agent: string): string {
  return `${index}:${encodeURIComponent(agent)}`;
}

export function panesFrom(listing: string): PaneState[] {
  const panes = listing
    .split("\n")
    .filter((line) => line !== "")
    .map(paneFrom);
  return numbered(panes);
}

/** A name may hold spaces, so names come last; a session's never holds a colon. */
const FORMAT = `${[
  "pid",
  "start_time",
  "session_id",
  "session_created",
  "session_attached",
  SESSION_MARK,
  "window_id",
  "window_active",
  "pane_id",
  "pane_pid",
  "pane_dead",
  "pane_dead_status",
  "pane_width",
  "pane_height",
  "pane_active",
  PANE_PLACE,
]
  .map((field) => `#{${field}}`)
  .join(" ")} #{session_name}:#{window_name}`;

function paneFrom(line: string): PaneState {
  const [pid, started = "", session = "", created, attached, mark = "", window = "", windowActive, ...rest] =
    line.split(" ");
  const [id = "", program, dead, status, columns, rows, active, place = "", ...names] = rest;
  const [sessionName = "", ...windowName] = names.join(" ").split(":");
  const nameOf = mark === "" ? (name: string) => name : fromTmuxName;
  const [index, agent] = place.split(":") as [string, string?];
  return {
    server: { pid: Number(pid), started },
    session: {
      id: session,
      name: nameOf(sessionName),
      created: Number(created) * 1000,
      attached: Number(attached),
      mark,
    },
    window: { id: window, name: nameOf(windowName.join(":")), active: windowActive === "1" },
    id,
    index: index === "" ? Number.NaN : Number(index),
    agent: agent ? decodeURIComponent(agent) : undefined,
    pid: Number(program),
    state: dead === "1" ? "exited" : "running",
    exitStatus: dead === "1" && status ? Number(status) : undefined,
    columns: Number(columns),
    rows: Number(rows),
    active: active === "1",
  };
}

/** Panes that a person has added get the numbers after ours, in the order in which they stand. */
function numbered(panes: readonly PaneState[]): PaneState[] {
  const next = new Map<string, number>();
  const key = ({ session, window }: PaneState) => `${session.id} ${window.id}`;
  for (const pane of panes)
    if (!Number.isNaN(pane.index)) next.set(key(pane), Math.max(next.get(key(pane)) ?? 0, pane.index + 1));
  return panes.map((pane) => {
    if (!Number.isNaN(pane.index)) return pane;
    const index = next.get(key(pane)) ?? 0;
    next.set(key(pane), index + 1);
    return { ...pane, index };
  });
}
