import { resolvePaths } from "#home/paths.ts";
import { type BesideServices, startBeside } from "./start-beside.ts";

/** Has an army watched over from a process of its own; where one watches already, another ends at once. */
export function startWatcher(session: string, services: BesideServices): Promise<void> {
  // It must not keep the project's folder from being removed or unmounted.
  return startBeside(session, ["watch"], resolvePaths(services.env).home, services);
}
