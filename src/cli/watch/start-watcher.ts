import type { Context } from "#cli/context.ts";
import { startBeside } from "#cli/start-beside.ts";
import { resolvePaths } from "#home/paths.ts";

/** Has an army watched over from a process of its own; where one watches already, another ends at once. */
export function startWatcher(session: string, context: Pick<Context, "env" | "lang" | "out">): void {
  // It must not keep the project's folder from being removed or unmounted.
  startBeside(session, ["watch"], resolvePaths(context.env).home, context);
}
