import { connect } from "node:net";
import { surveySessions } from "#app/armies/army-parts.ts";
import { loadConfig } from "#app/armies/load-config.ts";
import type { Services } from "#app/services.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { watchSocket } from "#home/watch-socket.ts";
import { startWatcher } from "./start-watcher.ts";

/** Starts the watcher of a running army if it has none, because only the watcher returns unread mail. Never throws. */
export async function ensureWatcher(entry: SessionEntry, services: Services): Promise<void> {
  try {
    if (await isWatched(watchSocket(sessionPaths(resolvePaths(services.env), entry.name).folder))) return;
    const [surveyed] = await surveySessions([entry], loadConfig(services).config, services);
    if (surveyed?.state === "running") await startWatcher(entry.name, services);
  } catch {
    // The mail is stored, and the next command tries again.
  }
}

function isWatched(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const line = connect(socket);
    line.on("connect", () => {
      line.destroy();
      resolve(true);
    });
    line.on("error", () => resolve(false));
  });
}
