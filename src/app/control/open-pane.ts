import { multiplexerOf, registryOf } from "#app/armies/army-parts.ts";
import type { Services } from "#app/services.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { Multiplexer, PaneId } from "#multiplexer/multiplexer.ts";
import type { PaneInput } from "#multiplexer/pane-input.ts";
import type { PaneWatcher } from "#multiplexer/pane-watcher.ts";

/** The pane of a role, and the multiplexer that it is in. */
export async function openPane(
  session: string,
  role: string,
  config: Config,
  services: Services,
): Promise<{ pane: PaneId; multiplexer: Multiplexer & PaneInput & PaneWatcher }> {
  // `summon` records panes after the entry, and a restart may replace them: an entry read earlier may lack them.
  const entry = await registryOf(services).find(session);
  const pane = entry?.panes[role];
  if (!entry || pane === undefined) throw new OvldError("pane-gone", { session, pane: role });
  return { pane, multiplexer: await multiplexerOf(entry, config, services) };
}
