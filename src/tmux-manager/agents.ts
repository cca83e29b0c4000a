import { OvldError } from "#errors/ovld-error.ts";
import { PANE_PLACE, placeText } from "#multiplexer/tmux/listing.ts";
import { onServer } from "#multiplexer/tmux/on-server.ts";
import { programIn, respawnCommand } from "#multiplexer/tmux/pane-program.ts";
import type { PaneState } from "#multiplexer/tmux/pane-state.ts";
import { setForPane } from "#multiplexer/tmux/set-option.ts";
import type { ManagerParts } from "./manager-parts.ts";
import { paneArgv } from "./pane-argv.ts";
import type { AgentConfig } from "./tmux-config.ts";

/** Assigns a free pane to an agent and starts it there, in place of the pane's program. */
export async function assignAgent(
  { tmux, records, config }: ManagerParts,
  panes: readonly PaneState[],
  pane: PaneState,
  agent: AgentConfig,
): Promise<void> {
  const { id: session, name, mark } = pane.session;
  const own = panes.find((other) => other.agent === agent.id && other.session.id === session);
  if (own) throw new OvldError("agent-has-pane", { session: name, agent: agent.id, pane: own.id });
  if (pane.agent !== undefined)
    throw new OvldError("pane-occupied", { session: name, pane: pane.id, agent: pane.agent });
  const record = (await records.list()).find((other) => other.mark === mark);
  const { shell, directory } = record?.config ?? config;
  const program = programIn(agent.directory ?? directory, paneArgv(agent, shell, { ...agent.environment }));
  const done = await onServer(tmux, pane, [
    setForPane(pane.id, PANE_PLACE, placeText(pane.index, agent.id)),
    setForPane(pane.id, "remain-on-exit", "on"),
    respawnCommand(pane.id, program),
  ]);
  if (done === undefined) throw new OvldError("pane-gone", { session: name, pane: pane.id });
  if (record)
    await records.write({ ...record, config: { ...record.config, agents: [...record.config.agents, agent] } });
}

/** Restarts an agent in its pane with its first command. */
export async function respawnAgent({ tmux }: ManagerParts, panes: readonly PaneState[], agent: string): Promise<void> {
  const pane = panes.find((other) => other.agent === agent);
  const session = panes[0]?.session.name ?? "";
  if (!pane) {
    const known = panes.flatMap((other) => other.agent ?? []);
    throw new OvldError("agent-unknown", { session, agent, known });
  }
  const done = await onServer(tmux, pane, [respawnCommand(pane.id)]);
  if (done === undefined) throw new OvldError("pane-gone", { session, pane: pane.id });
}
