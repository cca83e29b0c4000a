import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Context } from "#cli/context.ts";
import { packageRoot } from "#config/package-root.ts";
import { resolvePaths, sessionPaths } from "#config/paths.ts";

/**
 * Has an army watched over from a process of its own; where one watches already, another ends at once. It carries the place of
 * the session's mail, by which `unsummon` finds and ends it.
 */
export function startWatcher(session: string, { env, lang }: Pick<Context, "env" | "lang">): void {
  const paths = resolvePaths(env);
  const args = [join(packageRoot(), "dist", "main.js"), "watch", "--session", session, "--lang", lang];
  spawn(process.execPath, args, {
    env: { ...env, OVLD_RELAY_DIR: sessionPaths(paths, session).relay },
    // It must not keep the project's folder from being removed or unmounted.
    cwd: paths.home,
    detached: true,
    stdio: "ignore",
  }).unref();
}
