import { multiplexerOf, registryOf } from "#app/armies/army-parts.ts";
import type { Services } from "#app/services.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";

/** Brings the role's pane to the front; false when no terminal is attached that could show it. */
export async function focusPane(session: string, role: string, config: Config, services: Services): Promise<boolean> {
  // Panes are recorded once all of them are there, perhaps after the surface read the entry.
  const entry = await registryOf(services).find(session);
  const pane = entry?.panes[role];
  if (!entry || pane === undefined) throw new OvldError("pane-gone", { session, pane: role });
  const multiplexer = await multiplexerOf(entry, config, services);
  await multiplexer.focus(session, pane);
  return (await multiplexer.focused(session)) !== undefined;
}
