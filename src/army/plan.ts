import type { Launch, PlannedNode, SessionPlan } from "#multiplexer/session-plan.ts";
import type { Formation, FormationPane } from "./formation.ts";

export interface PlanInput {
  session: string;
  directory: string;
  formation: Formation;
  /** How the agent of a role is started. */
  launchRole(role: string): Launch;
  /** How a view, such as the dashboard, is started. */
  launchView(view: string): Launch;
}

/** Formation and launches become one value that a multiplexer can carry out. */
export function planSession({ session, directory, formation, launchRole, launchView }: PlanInput): SessionPlan {
  const node = ({ role, view, size, split = "columns", panes = [] }: FormationPane): PlannedNode => {
    const sized = size === undefined ? {} : { size };
    if (role !== undefined) return { kind: "pane", title: role, ...sized, launch: launchRole(role) };
    if (view !== undefined) return { kind: "pane", title: view, ...sized, launch: launchView(view) };
    return { kind: "split", split, ...sized, panes: panes.map(node) };
  };
  const focused = Math.max(
    0,
    formation.tabs.findIndex((tab) => tab.focus),
  );
  return {
    session,
    directory,
    tabs: formation.tabs.map(({ name, split = "columns", panes }, index) => ({
      name,
      focus: index === focused,
      split,
      panes: panes.map(node),
    })),
  };
}
