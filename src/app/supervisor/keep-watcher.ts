import { connect } from "node:net";
import { registryOf, surveySessions } from "#app/armies/army-parts.ts";
import type { Context } from "#cli/context.ts";
import { startWatcher } from "#cli/watch/start-watcher.ts";
import type { Config } from "#config/settings.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import { watchSocket } from "#home/watch-socket.ts";

/** A summoning starts its watcher last. */
const PATIENCE = 5000;
/** Where the army does not run there is nothing to watch over; asking takes a process. */
const ASK_EVERY = 30_000;

/** Whoever watches over an army can be killed as well: as long as this goes on, another takes its place. */
export async function keepWatcher(session: string, config: Config, context: Context): Promise<void> {
  const { clock, signal, env } = context;
  const socket = watchSocket(sessionPaths(resolvePaths(env), session).folder);
  while (!signal.aborted) {
    await closeOf(socket, signal);
    await clock.wait(PATIENCE, signal);
    const entry = signal.aborted ? undefined : await registryOf(context).find(session);
    if (!entry) return;
    const [surveyed] = await surveySessions([entry], config, context);
    if (surveyed?.state === "running") startWatcher(session, context);
    await clock.wait(surveyed?.state === "running" ? PATIENCE : ASK_EVERY, signal);
  }
}

/** Resolves when the other end is gone, or was not there. */
async function closeOf(socket: string, signal: AbortSignal): Promise<void> {
  const line = connect(socket);
  const leave = () => line.destroy();
  signal.addEventListener("abort", leave);
  line.on("error", () => {});
  line.resume();
  await new Promise((done) => line.once("close", done));
  signal.removeEventListener("abort", leave);
}
