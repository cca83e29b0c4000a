import type { RelaySettings, Roster } from "#mail/roster.ts";
import type { Launch, PlannedNode, SessionPlan } from "#multiplexer/session-plan.ts";
import type { Formation, FormationPane } from "./formation.ts";

export interface PlanInput {
  session: string;
  directory: string;
  formation: Formation;
  /** Command line of a role's agent. */
  launchRole(role: string): Launch;
  /** Command line of a view, such as the dashboard. */
  launchView(view: string): Launch;
}

/** Combines formation and command lines into a plan for a multiplexer. */
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

/** The roles of a session, as its relays and people see them. */
export function rosterOf(session: string, { roles }: Formation, settings: RelaySettings): Roster {
  return {
    session,
    settings,
    roles: roles.map(({ id, name, icon, rank, layer, reports_to }) => ({
      id,
      name,
      icon,
      rank,
      layer,
      ...(reports_to !== undefined && { reportsTo: reports_to }),
    })),
  };
}
