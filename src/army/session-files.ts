import type { AgentCli, RelayCommand } from "#agent-cli/agent-cli.ts";
import type { Roster } from "#store/relay-store.ts";

export interface SessionFile {
  path: string;
  content: string;
}

export interface AgentFiles {
  /** `<relay>/mcp/<role>.json` */
  mcpFile: string;
  /** `<session>/settings/<role>.json` */
  settingsFile: string;
}

export interface Places {
  folder: string;
  relay: string;
}

export function agentFiles(role: string, { folder, relay }: Places): AgentFiles {
  return { mcpFile: `${relay}/mcp/${role}.json`, settingsFile: `${folder}/settings/${role}.json` };
}

/** The files every agent of a session is started with. */
export function sessionFiles(
  roster: Roster,
  places: Places,
  agent: AgentCli,
  relay: Omit<RelayCommand, "env">,
): SessionFile[] {
  return roster.roles.flatMap(({ id }) => {
    const { mcpFile, settingsFile } = agentFiles(id, places);
    const env = { OVLD_ROLE: id, OVLD_RELAY_DIR: places.relay, OVLD_SESSION: roster.session };
    return [
      { path: mcpFile, content: agent.mcpFile({ ...relay, env }) },
      { path: settingsFile, content: agent.settingsFile() },
    ];
  });
}
