import { readFile } from "node:fs/promises";
import { formationFrom } from "#army/formation.ts";
import { planSession } from "#army/plan.ts";
import { parseToml } from "#base/toml.ts";
import type { Launch, SessionPlan } from "#multiplexer/session-plan.ts";

export interface Launches {
  launchRole(role: string): Launch;
  launchView(view: string): Launch;
}

/** Session plan of the built-in formation. */
export async function overlordPlan(directory: string, launches: Launches): Promise<SessionPlan> {
  const file = "formations/overlord.toml";
  const formation = formationFrom("overlord", parseToml(file, await readFile(file, "utf8")));
  return planSession({ session: "ovld-castle", directory, formation, ...launches });
}

/** Command line of a role's agent, with fake paths. */
export const claudeLaunch = (role: string): Launch => ({
  argv: ["claude", "--mcp-config", `/o/relay/mcp/${role}.json`, "--allowedTools", "mcp__ovld-relay__*"],
});
