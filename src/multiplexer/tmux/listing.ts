import type { TmuxCommand } from "./command.ts";
import type { PaneState, SessionState } from "./pane-state.ts";
import { fromTmuxName } from "./tmux-name.ts";

export function listSessions(): TmuxCommand {
  return ["list-sessions", "-F", formatOf(SESSION_FIELDS)];
}

export function sessionsFrom(listing: string): SessionState[] {
  return rowsOf(listing).map(sessionFrom);
}

/** Lists panes by window and index; `which` selects, e.g. `-a` for the whole server. */
export function listPanes(which: readonly string[]): TmuxCommand {
  return ["list-panes", ...which, "-F", formatOf([...SESSION_FIELDS, ...PANE_FIELDS])];
}

export function panesFrom(listing: string): PaneState[] {
  return numbered(rowsOf(listing).map(paneFrom));
}

/** Options that ovld sets: the session's mark, and a pane's number and agent, or its tab and title. */
export const MARK = "@ovld-session";
export const PANE_PLACE = "@ovld-pane";
export const PLANNED = "@ovld-place";

export function placeText(index: number, agent: string): string {
  return `${index}:${encodeURIComponent(agent)}`;
}

export function plannedText(tab: string, title: string): string {
  return [tab, title].map(encodeURIComponent).join(" ");
}

/** No field contains a tab or a line break: ovld encodes its own values, and tmux replaces both in window names. */
const SESSION_FIELDS = [
  "pid",
  "start_time",
  "session_id",
  "session_created",
  "session_attached",
  MARK,
  "session_name",
] as const;

const PANE_FIELDS = [
  "window_id",
  "s/[\n\t]/ /:window_name",
  "window_active",
  "pane_id",
  "pane_pid",
  "pane_dead",
  "pane_dead_status",
  "pane_dead_signal",
  "pane_width",
  "pane_height",
  "pane_active",
  "@ovld-columns",
  "@ovld-rows",
  PANE_PLACE,
  PLANNED,
  "pane_title",
] as const;

function formatOf(fields: readonly string[]): string {
  return fields.map((field) => `#{${field}}`).join("\t");
}

function rowsOf(listing: string): string[][] {
  return listing
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t"));
}

function sessionFrom(row: readonly string[]): SessionState {
  const [pid, started = "", id = "", created, attached, mark = "", name = ""] = row;
  return {
    server: { pid: Number(pid), started },
    session: {
      id,
      name: nameOf(name, mark),
      created: Number(created) * 1000,
      attached: Number(attached),
      mark,
    },
  };
}

function nameOf(name: string, mark: string): string {
  return mark === "" ? name : fromTmuxName(name);
}

function paneFrom(row: readonly string[]): PaneState {
  const owner = sessionFrom(row);
  const [window = "", windowName = "", windowActive, id = "", pid, dead, status, signal, width, height, ...rest] =
    row.slice(SESSION_FIELDS.length);
  const [active, columns = "", rows = "", place = "", planned = "", title = ""] = rest;
  const [index, agent] = place.split(":") as [string, string?];
  const [tab, name] = planned.split(" ").map(decoded) as [string, string?];
  const isDead = dead === "1";
  return {
    ...owner,
    window: { id: window, name: nameOf(windowName, owner.session.mark), active: windowActive === "1" },
    id,
    index: index === "" ? Number.NaN : Number(index),
    agent: agent ? decoded(agent) : undefined,
    planned: name === undefined ? undefined : [tab, name],
    title,
    pid: Number(pid),
    state: isDead ? "exited" : "running",
    exitStatus: isDead && status ? Number(status) : undefined,
    isUntold: isDead && !status && !signal,
    columns: Number(width),
    rows: Number(height),
    share: { columns, rows },
    active: active === "1",
  };
}

/** Every program in the pane can set its options, so the value may not be a valid encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Panes that a person has added are numbered after ovld's own, in their order on the screen. */
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
