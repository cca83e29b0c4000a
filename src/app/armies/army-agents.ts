import type { AgentCli, SensesOf } from "#agent-cli/agent-cli.ts";
import { type AgentKind, agentKinds, firstKind, isAgentKind } from "#agent-cli/kinds.ts";
import type { Services } from "#app/services.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { sensesByRole } from "./agent-senses.ts";

/** The CLI of one role. */
export type AgentOf = (role: string) => AgentCli;

/** The CLI of each role as the record names it. */
export function agentKindsOf({ name, roster, agents = {} }: Pick<SessionEntry, "name" | "roster" | "agents">) {
  return new Map<string, AgentKind>(
    roster.map((role) => {
      const kind = agents[role] ?? firstKind;
      if (!isAgentKind(kind))
        throw new OvldError("agent-cli-unknown", { session: name, agent: kind, known: agentKinds });
      return [role, kind];
    }),
  );
}

/** The adapter of each role's CLI, with the program in the settings. */
export async function agentsByRole(
  kinds: ReadonlyMap<string, AgentKind>,
  { programs }: Pick<Config, "programs">,
  { adapters }: Services,
): Promise<AgentOf> {
  const opened = new Map<AgentKind, AgentCli>();
  for (const kind of new Set([firstKind, ...kinds.values()]))
    opened.set(kind, await adapters.openAgentCli(kind, programs[kind]));
  return (role) => {
    const agent = opened.get(kinds.get(role) ?? firstKind);
    if (!agent) throw new Error(`no agent CLI for ${role}`);
    return agent;
  };
}

export async function openSenses({ adapters }: Services): Promise<SensesOf> {
  return sensesByRole(await adapters.openAgentSenses());
}
