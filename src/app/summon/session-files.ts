import type { RelayCommand } from "#agent-cli/launch.ts";
import type { AgentOf } from "#app/armies/army-agents.ts";
import type { Ritual } from "#app/rituals/give-rituals.ts";
import type { Roster } from "#mail/roster.ts";

export interface SessionFile {
  /** The role of the agent that reads this file; if absent, every agent reads it. */
  role?: string;
  path: string;
  content: string;
}

export interface ArmyFolders {
  folder: string;
  relay: string;
}

/** Files that the agents of a session need at their start. */
export function sessionFiles(
  roster: Roster,
  folders: ArmyFolders,
  agentOf: AgentOf,
  { relay, rituals }: { relay: Omit<RelayCommand, "env">; rituals: readonly Ritual[] },
): SessionFile[] {
  return roster.roles.flatMap(({ id }) => {
    const ritual = rituals.find(({ role }) => role === id)?.text;
    const env = { OVLD_ROLE: id, OVLD_RELAY_DIR: folders.relay, OVLD_SESSION: roster.session };
    const files = agentOf(id).files({
      paths: { role: id, ...folders },
      lang: roster.settings.lang,
      relay: { ...relay, env },
      ritual,
    });
    return files.map((file) => ({ role: id, ...file }));
  });
}
