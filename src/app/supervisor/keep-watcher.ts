import { connect } from "node:net";
import { registryOf, surveySessions } from "#app/armies/army-parts.ts";
import type { Services } from "#app/services.ts";
import type { Config } from "#config/settings.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import { watchSocket } from "#home/watch-socket.ts";
import { startWatcher } from "./start-watcher.ts";

/** Milliseconds. `summon` starts the watcher last. */
const PATIENCE = 5000;
/** Milliseconds. A request to the multiplexer of an ended army spawns a process. */
const ASK_EVERY = 30_000;

/** Starts a new watcher whenever the old one ends, until the signal aborts: a watcher can be killed. */
export async function keepWatcher(session: string, config: Config, services: Services): Promise<void> {
  const { clock, signal, env } = services;
  const socket = watchSocket(sessionPaths(resolvePaths(env), session).folder);
  while (!signal.aborted) {
    await closeOf(socket, signal);
    await clock.wait(PATIENCE, signal);
    const entry = signal.aborted ? undefined : await registryOf(services).find(session);
    if (!entry) return;
    const [surveyed] = await surveySessions([entry], config, services);
    if (surveyed?.state === "running") await startWatcher(session, services);
    await clock.wait(surveyed?.state === "running" ? PATIENCE : ASK_EVERY, signal);
  }
}

/** Resolves when the watcher closes the connection, or none listens. */
async function closeOf(socket: string, signal: AbortSignal): Promise<void> {
  const line = connect(socket);
  const leave = () => line.destroy();
  signal.addEventListener("abort", leave);
  line.on("error", () => {});
  line.resume();
  await new Promise((done) => line.once("close", done));
  signal.removeEventListener("abort", leave);
}
