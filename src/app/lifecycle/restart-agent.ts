import type { Waker } from "#agent-cli/waker.ts";
import type { ArmyFolders, SessionFile } from "#app/summon/session-files.ts";
import type { Registry } from "#home/registry.ts";
import type { Multiplexer, PaneId, Respawn } from "#multiplexer/multiplexer.ts";

export interface RestartOrder {
  session: string;
  role: string;
  /** The role's current pane. */
  pane: PaneId | undefined;
  respawn: Respawn;
  /** The role's agent CLI after the restart. */
  agent: string;
  /** Id of the agent's conversation after the restart. */
  conversation: string;
  files: readonly SessionFile[];
}

export interface RestartParts {
  multiplexer: Pick<Multiplexer, "respawn">;
  registry: Pick<Registry, "note">;
  waker: Pick<Waker, "clear">;
  folders: ArmyFolders;
  writeFile(file: SessionFile): Promise<void>;
}

/** Restarts a role's agent in its pane. Records the conversation first, so that a failure does not lose it. */
export async function restart(order: RestartOrder, parts: RestartParts): Promise<void> {
  const { session, role, pane, respawn, agent, conversation, files } = order;
  const { multiplexer, registry, waker, folders, writeFile } = parts;
  await registry.note(session, { agents: { [role]: agent }, conversations: { [role]: conversation } });
  await waker.clear({ role, ...folders });
  for (const file of files) await writeFile(file);
  const taken = await multiplexer.respawn(session, pane, respawn);
  await registry.note(session, { panes: { [role]: taken } });
}
