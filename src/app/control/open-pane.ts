import { multiplexerOf } from "#app/armies/army-parts.ts";
import type { Services } from "#app/services.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { Multiplexer, PaneId } from "#multiplexer/multiplexer.ts";
import type { PaneInput } from "#multiplexer/pane-input.ts";
import type { PaneWatcher } from "#multiplexer/pane-watcher.ts";

/** The pane of a role, and the multiplexer that it is in. */
export async function openPane(
  entry: SessionEntry,
  role: string,
  config: Config,
  services: Services,
): Promise<{ pane: PaneId; multiplexer: Multiplexer & PaneInput & PaneWatcher }> {
  const pane = entry.panes[role];
  if (pane === undefined) throw new OvldError("pane-gone", { session: entry.name, pane: role });
  return { pane, multiplexer: await multiplexerOf(entry, config, services) };
}
