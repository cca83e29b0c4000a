import type { Pane } from "#multiplexer/multiplexer.ts";
import type { TmuxCommand } from "./command.ts";
import type { Tmux } from "./run.ts";
import { inSession } from "./session.ts";

export interface TmuxPane extends Pane {
  /** How much of its window it should have. */
  share: { columns: string; rows: string };
  /** Its program has ended, and tmux does not say how. */
  isUntold: boolean;
}

/**
 * Every pane of a session. A tmux that writes to utmp misses the end of one program in two (3.3a: libutempter takes its
 * SIGCHLD away for a moment) and learns of it only when another process ends: then one is made to end.
 */
export async function listPanes(tmux: Tmux, session: string): Promise<Pane[]> {
  const list = listPanesCommand(session);
  const panes = panesFrom(await inSession(tmux, session, [list]));
  if (!panes.some(({ isUntold }) => isUntold)) return panes.map(plain);
  return panesFrom(await inSession(tmux, session, [["run-shell", "true"], list])).map(plain);
}

export function plain({ share: _, isUntold: __, ...pane }: TmuxPane): Pane {
  return pane;
}

/**
 * Neither tab nor line break can occur in any of these: ours are encoded, and of a window's name they are taken away.
 */
const FIELDS = [
  "pane_id",
  "pane_dead",
  "pane_dead_status",
  "pane_dead_signal",
  "pane_width",
  "pane_height",
  "@ovld-columns",
  "@ovld-rows",
  "@ovld-place",
  "s/[\n\t]/ /:window_name",
  "pane_title",
];

/** Lists every pane in the order of windows and panes. */
export function listPanesCommand(session: string): TmuxCommand {
  return ["list-panes", "-s", "-t", `=${session}`, "-F", FIELDS.map((field) => `#{${field}}`).join("\t")];
}

export function panesFrom(listing: string): TmuxPane[] {
  return listing
    .split("\n")
    .filter((line) => line !== "")
    .map(paneFrom);
}

/** A pane that a person has added has no place in the plan, and keeps the names that tmux shows. */
function paneFrom(line: string): TmuxPane {
  const [id = "", dead, status, signal, width, height, columns = "", rows = "", place = "", window = "", title = ""] =
    line.split("\t");
  const [tab = window, name = title] = place === "" ? [] : place.split(" ").map(decodeURIComponent);
  return {
    id,
    tab,
    title: name,
    state: dead === "1" ? "exited" : "running",
    ...(dead === "1" && status ? { exitStatus: Number(status) } : {}),
    columns: Number(width),
    rows: Number(height),
    share: { columns, rows },
    isUntold: dead === "1" && !status && !signal,
  };
}
