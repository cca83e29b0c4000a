import { systemClock } from "#base/clock.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { Pane, PaneId } from "#multiplexer/multiplexer.ts";
import type { PaneView } from "#multiplexer/pane-input.ts";
import { type Act, answerOf } from "./act.ts";

/** The used fields of `list-panes --json`. */
interface ListedPane {
  id: number;
  is_plugin: boolean;
  title: string;
  exited: boolean;
  exit_status: number | null;
  pane_x: number;
  pane_y: number;
  pane_content_x: number;
  pane_content_y: number;
  pane_content_columns: number;
  pane_content_rows: number;
  tab_id: number;
  tab_position: number;
  tab_name: string;
  /** Counted from the upper left corner of the pane's frame. */
  cursor_coordinates_in_pane?: [column: number, row: number] | null;
  /** Both come from the foreground process of the terminal, and are missing without one. */
  pane_command?: string;
  pane_cwd?: string;
}

export interface ZellijPane extends Pane, Pick<PaneView, "cursor" | "foreground"> {
  tabId: number;
}

/** Every pane with a terminal, by tab, then from top to bottom and from left to right. */
export async function listPanes(act: Act, session: string): Promise<ZellijPane[]> {
  const listed = await askPanes(act, session);
  let ended = listed.filter(isSilent);
  for (let looks = 1; ended.length > 0 && looks < LOOKS; looks++) {
    if (looks > 1) await systemClock.wait(PAUSE);
    const silent = new Set((await askPanes(act, session)).filter(isSilent).map(({ id }) => id));
    ended = ended.filter(({ id }) => silent.has(id));
  }
  return inOrder(listed).map((pane) => paneFrom(pane, pane.exited || ended.includes(pane)));
}

/** Number of queries that must find no process, and the milliseconds between all queries but the first two. */
const [LOOKS, PAUSE] = [4, 100];

/**
 * zellij never marks a program as exited that ends in its first moments; only its process is missing. On a busy machine
 * zellij leaves out a running process too, even twice in a row, so more queries are needed.
 */
function isSilent({ exited, pane_command, pane_cwd }: ListedPane): boolean {
  return !exited && pane_command === undefined && pane_cwd === undefined;
}

/** One query only: a program that ended in its first moments counts as running. */
export async function lookAtPanes(act: Act, session: string): Promise<ZellijPane[]> {
  return inOrder(await askPanes(act, session)).map((pane) => paneFrom(pane, pane.exited));
}

function inOrder(listed: ListedPane[]): ListedPane[] {
  return listed.sort((a, b) => a.tab_position - b.tab_position || a.pane_y - b.pane_y || a.pane_x - b.pane_x);
}

/** zellij silently ignores actions on a missing pane, so a missing pane throws here. */
export async function findPane(act: Act, session: string, id: PaneId): Promise<ZellijPane> {
  const pane = (await listPanes(act, session)).find((each) => each.id === id);
  if (!pane) throw new OvldError("pane-gone", { session, pane: id });
  return pane;
}

/** The screen of a pane. Even a blank screen has a line end, so an empty answer was lost or the pane is gone. */
export async function screenOf(act: Act, session: string, pane: PaneId, ...flags: string[]): Promise<string> {
  try {
    return await answerOf(act, session, /^[\s\S]/, "dump-screen", "--pane-id", pane, ...flags);
  } catch (error) {
    await findPane(act, session, pane);
    throw error;
  }
}

async function askPanes(act: Act, session: string): Promise<ListedPane[]> {
  const listed = JSON.parse(await answerOf(act, session, /^\s*\[\s*[{\]]/, "list-panes", "--json")) as ListedPane[];
  return listed.filter((pane) => !pane.is_plugin);
}

function paneFrom(pane: ListedPane, exited: boolean): ZellijPane {
  return {
    id: `terminal_${pane.id}`,
    tab: pane.tab_name,
    tabId: pane.tab_id,
    title: pane.title,
    state: exited ? "exited" : "running",
    ...(pane.exit_status === null ? {} : { exitStatus: pane.exit_status }),
    columns: pane.pane_content_columns,
    rows: pane.pane_content_rows,
    cursor: cursorOf(pane),
    foreground: pane.pane_command === undefined ? undefined : programOf(pane.pane_command),
  };
}

function cursorOf({ cursor_coordinates_in_pane: cursor, ...pane }: ListedPane): PaneView["cursor"] {
  if (!cursor) return undefined;
  const [column, row] = cursor;
  return { column: column - (pane.pane_content_x - pane.pane_x), row: row - (pane.pane_content_y - pane.pane_y) };
}

/** The command line is joined by spaces, so a program path with spaces cannot be separated from its arguments. */
function programOf(commandLine: string): string {
  return commandLine.split(" ", 1)[0]?.split("/").at(-1) ?? "";
}
