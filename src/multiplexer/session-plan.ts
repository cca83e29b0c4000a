/** A program to start in a pane: argv only, never a shell line. */
export interface Launch {
  argv: readonly [program: string, ...args: string[]];
}

/** The plan of a whole session; nothing is started yet. */
export interface SessionPlan {
  session: string;
  directory: string;
  tabs: readonly PlannedTab[];
}

export interface PlannedTab {
  name: string;
  focus: boolean;
  split: Split;
  panes: readonly PlannedNode[];
}

/** `columns`: side by side. `rows`: one above the other. */
export type Split = "columns" | "rows";

export type PlannedNode = PlannedPane | PlannedSplit;

export interface PlannedPane {
  kind: "pane";
  /** A role's id, or the name of a view; unique in the session. */
  title: string;
  size?: string;
  launch: Launch;
}

export interface PlannedSplit {
  kind: "split";
  split: Split;
  size?: string;
  panes: readonly PlannedNode[];
}

/** Every pane of a plan, in reading order, with the tab it is in. */
export function panesOf(plan: SessionPlan): { tab: string; pane: PlannedPane }[] {
  return plan.tabs.flatMap((tab) => leavesOf(tab.panes).map((pane) => ({ tab: tab.name, pane })));
}

/** Every pane of these nodes, in reading order. */
export function leavesOf(nodes: readonly PlannedNode[]): PlannedPane[] {
  return nodes.flatMap((node) => (node.kind === "pane" ? [node] : leavesOf(node.panes)));
}

/** Titles of planned panes that are missing. */
export function missingIn(there: readonly { tab: string; title: string }[], plan: SessionPlan): string[] {
  return panesOf(plan)
    .filter(({ tab, pane }) => !there.some((each) => each.tab === tab && each.title === pane.title))
    .map(({ pane }) => pane.title);
}
