import { openSenses } from "#app/armies/army-agents.ts";
import type { Services } from "#app/services.ts";
import { argumentsSeen } from "#base/arguments-seen.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { paneHold, paneLock } from "#home/pane-lock.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { type ControlledPane, controlPane } from "./control-pane.ts";
import { openPane } from "./open-pane.ts";

/** Takes control of an agent's pane, unless other users of the machine could read the keys. */
export async function controlAgentPane(
  entry: SessionEntry,
  role: string,
  config: Config,
  services: Services,
): Promise<ControlledPane> {
  // Keys are arguments of `zellij action write-chars`, which the process list shows; tmux reads them from stdin.
  if (entry.multiplexer === "zellij" && (await argumentsSeen())) throw new OvldError("keys-visible", { role });
  const { env, clock } = services;
  const { folder, relay } = sessionPaths(resolvePaths(env), entry.name);
  const { composer } = (await openSenses(services))({ role, folder, relay }).screen;
  const [lockPane, holdPane] = [paneLock(relay), paneHold(folder, role)];
  const { pane, multiplexer } = await openPane(entry.name, role, config, services);
  return controlPane({ session: entry.name, role, pane, multiplexer, composer, clock, lockPane, holdPane });
}
