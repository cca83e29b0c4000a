import type { AgentSenses, SensesOf } from "#agent-cli/agent-cli.ts";
import { type AgentKind, firstKind, isAgentKind } from "#agent-cli/kinds.ts";
import { recordedAgents } from "#home/session-record.ts";

/** The senses of each role's agent, by the session's record. With an unknown CLI, the first one's are used. */
export function sensesByRole(senses: Readonly<Record<AgentKind, AgentSenses>>): SensesOf {
  return ({ folder, role }) => {
    const kind = recordedAgents(folder)[role];
    return senses[kind !== undefined && isAgentKind(kind) ? kind : firstKind];
  };
}
