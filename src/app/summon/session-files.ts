import type { AgentCli, RelayCommand } from "#agent-cli/agent-cli.ts";
import type { Ritual } from "#app/rituals/give-rituals.ts";
import type { Roster } from "#mail/roster.ts";

export interface SessionFile {
  /** The role of the agent that reads this file; if absent, every agent reads it. */
  role?: string;
  path: string;
  content: string;
}

export interface AgentFiles {
  /** `<relay>/mcp/<role>.json` */
  mcpFile: string;
  /** `<session>/settings/<role>.json` */
  settingsFile: string;
}

export interface ArmyFolders {
  folder: string;
  relay: string;
}

export function agentFiles(role: string, { folder, relay }: ArmyFolders): AgentFiles {
  return { mcpFile: `${relay}/mcp/${role}.json`, settingsFile: `${folder}/settings/${role}.json` };
}

/** Files that the agents of a session need at their start. */
export function sessionFiles(
  roster: Roster,
  folders: ArmyFolders,
  agent: AgentCli,
  { relay, rituals }: { relay: Omit<RelayCommand, "env">; rituals: readonly Ritual[] },
): SessionFile[] {
  return roster.roles.flatMap(({ id }) => {
    const { mcpFile, settingsFile } = agentFiles(id, folders);
    const ritual = rituals.find(({ role }) => role === id)?.text;
    const setup = { paths: { role: id, ...folders }, lang: roster.settings.lang, ritual };
    const env = { OVLD_ROLE: id, OVLD_RELAY_DIR: folders.relay, OVLD_SESSION: roster.session };
    return [
      { path: mcpFile, content: agent.mcpFile({ ...relay, env }) },
      { path: settingsFile, content: agent.settingsFile(setup) },
      ...agent.files(setup),
    ].map((file) => ({ role: id, ...file }));
  });
}
