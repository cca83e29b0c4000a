import { markPending, markThen, type Ring } from "#army/deliver.ts";
import { ringPane } from "#army/ring-pane.ts";
import { paneLock } from "#config/pane-lock.ts";
import { resolvePaths, sessionPaths } from "#config/paths.ts";
import type { Context } from "./context.ts";
import type { OpenSession } from "./find-session.ts";

/** How a role of this session is told of its mail: a mark, and a line in its pane where the session has panes. */
export async function openBell(
  { entry, store, roster }: OpenSession,
  { env, clock, signal, wire }: Context,
): Promise<Ring> {
  const { lang, multiplexer } = roster.settings;
  if (multiplexer?.kind !== "zellij") return markPending(store.pending);
  const { folder } = sessionPaths(resolvePaths(env), entry.name);
  const bell = ringPane({
    session: entry.name,
    lang,
    multiplexer: await wire.openMultiplexer("zellij", { program: multiplexer.program, env }),
    clock,
    paneOf: async (role) => entry.panes[role],
    lockPane: paneLock(folder, signal),
  });
  return markThen(store.pending, bell);
}
