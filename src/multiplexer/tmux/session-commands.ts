import { refuseLostBytes, refuseUnrenderable } from "#multiplexer/plain-text.ts";
import {
  leavesOf,
  type PlannedNode,
  type PlannedPane,
  type PlannedTab,
  type SessionPlan,
} from "#multiplexer/session-plan.ts";
import { literal, type TmuxCommand } from "./command.ts";
import { PLANNED, plannedText } from "./listing.ts";
import { programIn, respawnCommand } from "./pane-program.ts";
import { type Step, sessionSteps, stepsOf, type WindowDraft } from "./session-steps.ts";
import { setForPane, setForWindow } from "./set-option.ts";
import { type Area, cutOff, type FitShares, sharesOf } from "./shares.ts";

export interface SessionExtras {
  /** Distinguishes this session from a later one of the same name. */
  mark: string;
  /** Environment of the session's programs. */
  environment: Readonly<Record<string, string>>;
}

/** Room for a dozen panes in a tab, until the first attached client sets the real size. */
const SIZE: Area = { columns: 200, rows: 50 };

/** Runs until the pane gets its own program, and ends when it loses its terminal. */
export const PLACEHOLDER = ["cat"] as const;

export function sessionCommands(plan: SessionPlan, extras: SessionExtras): TmuxCommand[] {
  return planSteps(plan, extras).map(({ command }) => command);
}

export function planSteps(plan: SessionPlan, { mark, environment }: SessionExtras): Step[] {
  refuseBadTexts(plan);
  const { session, directory, tabs } = plan;
  const place = { here: `=${session}:`, directory };
  const program = ["-c", literal(directory), "--", ...PLACEHOLDER];
  const draftOf = (tab: PlannedTab): WindowDraft => ({
    title: tab.name,
    name: literal(tab.name),
    program,
    fill: stepsOf(`window ${tab.name}`, tabCommands(tab, place)),
  });
  const [first, ...others] = tabs.map(draftOf);
  return sessionSteps({
    ...{ session, mark, size: SIZE, environment: { ...environment, OVLD_TMUX_SESSION: session } },
    windows: [first ?? { title: session, name: literal(session), program, fill: [] }, ...others],
    shown: tabs.findIndex((tab) => tab.focus),
  });
}

interface PaneTarget {
  here: string;
  directory: string;
}

/** Options are set before the programs start, so that a program that exits at once keeps its pane. */
function tabCommands(tab: PlannedTab, target: PaneTarget): TmuxCommand[] {
  const { here, directory } = target;
  const [first] = leavesOf(tab.panes);
  return [
    ...windowOptions(here),
    ...(first ? [respawnCommand(here, programIn(directory, first.launch.argv))] : []),
    ...paneCommands(tab.panes, { tab, area: SIZE, fits: sharesOf(tab), target }),
    ["select-pane", "-t", `${here}.{top-left}`],
  ];
}

export function windowOptions(window: string): TmuxCommand[] {
  const set = (option: string, value: string) => setForWindow(window, option, value);
  return [
    set("remain-on-exit", "on"),
    // The border shows the exit; a message on the screen would scroll the first line away.
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
  target: PaneTarget;
}

/** Splits the active pane, which runs the first program already: the rest after each node becomes a new pane. */
function paneCommands(nodes: readonly PlannedNode[], filling: Filling): TmuxCommand[] {
  const { tab, target } = filling;
  const [node, ...rest] = nodes;
  if (node === undefined) return [];
  const [next] = leavesOf(rest);
  const { own, left } = cutOff(nodes, tab.split, filling.area);
  const size = tab.split === "columns" ? ["-h", "-l", `${left.columns}`] : ["-v", "-l", `${left.rows}`];
  const program = next && programIn(target.directory, next.launch.argv);
  const cut: TmuxCommand[] = program ? [["split-window", "-d", ...size, "-t", target.here, ...program]] : [];
  return [
    ...cut,
    ...(node.kind === "pane"
      ? titleCommands(node, filling)
      : paneCommands(node.panes, { ...filling, tab: { ...tab, split: node.split }, area: own })),
    ...(next ? [["select-pane", "-t", `${target.here}.+`] as const] : []),
    ...paneCommands(rest, { ...filling, area: left }),
  ];
}

function titleCommands(pane: PlannedPane, { tab, fits, target }: Filling): TmuxCommand[] {
  const shares = fits.get(pane) ?? [];
  return [
    ...namePane(target.here, tab.name, pane.title),
    ...shares.map(({ axis, percent }) => setForPane(target.here, `@ovld-${axis}`, `${percent}%`)),
  ];
}

/** Identifies the pane of the plan, even if its program sets another title. */
export function namePane(pane: string, tab: string, title: string): TmuxCommand[] {
  return [setForPane(pane, "@ovld-title", title), setForPane(pane, PLANNED, plannedText(tab, title))];
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
