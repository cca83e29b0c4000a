import { resolvePaths } from "#home/paths.ts";
import { type BesideServices, startBeside } from "./start-beside.ts";

/** Starts the watcher process of an army. A second one ends at once. */
export function startWatcher(session: string, services: BesideServices): Promise<void> {
  // In the home: a process in the project's folder would prevent its unmount.
  return startBeside(session, ["watch"], resolvePaths(services.env).home, services);
}
