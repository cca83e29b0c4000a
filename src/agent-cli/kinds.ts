/** The agent CLIs that have an adapter. */
export const agentKinds = ["claude", "pi"] as const;
export type AgentKind = (typeof agentKinds)[number];

/** The CLI of roles without another one, also in records that name none. */
export const firstKind: AgentKind = agentKinds[0];

export function isAgentKind(name: string): name is AgentKind {
  return (agentKinds as readonly string[]).includes(name);
}
