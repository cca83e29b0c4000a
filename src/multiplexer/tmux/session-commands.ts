import { refuseLostBytes, refuseUnrenderable } from "#multiplexer/plain-text.ts";
import {
  leavesOf,
  type PlannedNode,
  type PlannedPane,
  type PlannedTab,
  type SessionPlan,
} from "#multiplexer/session-plan.ts";
import { literal, type TmuxCommand, withoutShell } from "./command.ts";
import { keepUnattached } from "./keep-unattached.ts";
import { MARK, PLANNED, plannedText } from "./listing.ts";
import { MARK_VARIABLE } from "./make-session.ts";
import { listPanesOf } from "./panes.ts";
import { type Area, cutOff, type FitShares, sharesOf } from "./shares.ts";

export interface SessionExtras {
  /** Tells a session that we started from one of the same name. */
  mark: string;
  /** What the programs of the session shall have in their environment. */
  environment: Readonly<Record<string, string>>;
}

/** Room for a dozen panes in a tab; the first person who attaches brings the real size. */
const SIZE: Area = { columns: 200, rows: 50 };

/** Stays until the pane is given its own program, and ends when it is taken the terminal away. */
export const PLACEHOLDER = ["cat"] as const;

/**
 * The whole session as one list of commands, the last of which lists its panes. Ids are not known yet, so each command
 * means the active pane of the current window, which is always the newest: that is right for any `base-index`.
 */
export function sessionCommands(plan: SessionPlan, { mark, environment }: SessionExtras): TmuxCommand[] {
  refuseBadTexts(plan);
  const { session, directory, tabs } = plan;
  const here = `=${session}:`;
  const at = ["-c", literal(directory)];
  const size = ["-x", String(SIZE.columns), "-y", String(SIZE.rows)];
  const focused = tabs.findIndex((tab) => tab.focus);
  const name = (tab: PlannedTab | undefined) => ["-n", literal(tab?.name ?? session)];
  return [
    ["new-session", "-d", "-s", session, ...name(tabs[0]), ...size, ...at, "--", ...PLACEHOLDER],
    ["set-option", "-t", here, MARK, mark],
    ...keepUnattached(here),
    ...Object.entries({ ...environment, OVLD_TMUX_SESSION: session, [MARK_VARIABLE]: mark }).map(
      ([variable, value]): TmuxCommand => ["set-environment", "-t", `=${session}`, "--", variable, value],
    ),
    ...tabs.flatMap((tab, index): TmuxCommand[] => [
      ...(index === 0 ? [] : [["new-window", "-t", here, ...name(tab), ...at, "--", ...PLACEHOLDER] as const]),
      ...tabCommands(tab, { here, at }),
    ]),
    ["select-window", "-t", `${here}{start}`],
    ...(focused > 0 ? [["select-window", "-t", `${here}+${focused}`] as const] : []),
    listPanesOf(session),
  ];
}

interface Place {
  here: string;
  at: readonly string[];
}

/** A window is made ready before its programs start: one that ends at once shall stay too. */
function tabCommands(tab: PlannedTab, place: Place): TmuxCommand[] {
  const { here, at } = place;
  const [first] = leavesOf(tab.panes);
  return [
    ...windowOptions(here),
    ...(first ? [["respawn-pane", "-k", "-t", here, ...at, "--", ...withoutShell(first.launch.argv)] as const] : []),
    ...paneCommands(tab.panes, { tab, area: SIZE, fits: sharesOf(tab), place }),
    ["select-pane", "-t", `${here}.{top-left}`],
  ];
}

export function windowOptions(window: string): TmuxCommand[] {
  const set = (option: string, value: string) => ["set-option", "-w", "-t", window, option, value] as const;
  return [
    set("remain-on-exit", "on"),
    // The border says that a program has ended; a sentence on its screen would push the first line out of sight.
    ["set-option", "-w", "-q", "-t", window, "remain-on-exit-format", ""],
    set("automatic-rename", "off"),
    set("allow-rename", "off"),
    set("pane-border-status", "top"),
    set("pane-border-format", " #{@ovld-title}#{?pane_dead, [exited #{pane_dead_status}],} "),
  ];
}

interface Filling {
  tab: Pick<PlannedTab, "name" | "split">;
  area: Area;
  fits: FitShares;
  place: Place;
}

/**
 * Fills the active pane's area, which has the first program already: what is left after each node is cut off as a pane.
 */
function paneCommands(nodes: readonly PlannedNode[], filling: Filling): TmuxCommand[] {
  const { tab, place } = filling;
  const [node, ...rest] = nodes;
  if (node === undefined) return [];
  const [next] = leavesOf(rest);
  const { own, left } = cutOff(nodes, tab.split, filling.area);
  const size = tab.split === "columns" ? ["-h", "-l", `${left.columns}`] : ["-v", "-l", `${left.rows}`];
  const target = [...size, "-t", place.here, ...place.at];
  const cut: TmuxCommand[] = next ? [["split-window", "-d", ...target, "--", ...withoutShell(next.launch.argv)]] : [];
  return [
    ...cut,
    ...(node.kind === "pane"
      ? titleCommands(node, filling)
      : paneCommands(node.panes, { ...filling, tab: { ...tab, split: node.split }, area: own })),
    ...(next ? [["select-pane", "-t", `${place.here}.+`] as const] : []),
    ...paneCommands(rest, { ...filling, area: left }),
  ];
}

function titleCommands(pane: PlannedPane, { tab, fits, place }: Filling): TmuxCommand[] {
  const shares = fits.get(pane) ?? [];
  return [
    ...namePane(place.here, tab.name, pane.title),
    ...shares.map(({ axis, percent }) => setForPane(place.here, `@ovld-${axis}`, `${percent}%`)),
  ];
}

/** What tells later which pane of the plan it is, whatever its program calls itself. */
export function namePane(pane: string, tab: string, title: string): TmuxCommand[] {
  return [setForPane(pane, "@ovld-title", title), setForPane(pane, PLANNED, plannedText(tab, title))];
}

function setForPane(pane: string, option: string, value: string): TmuxCommand {
  return ["set-option", "-p", "-t", pane, option, value];
}

function refuseBadTexts({ directory, tabs }: SessionPlan): void {
  refuseLostBytes(directory);
  refuseUnrenderable(directory, "directory");
  for (const { name, panes } of tabs) {
    refuseUnrenderable(name, "tab");
    for (const { title, launch } of leavesOf(panes))
      for (const text of [title, ...launch.argv]) refuseUnrenderable(text, title);
  }
}
