import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Context } from "#cli/context.ts";
import { packageRoot } from "#config/package-root.ts";
import { resolvePaths, sessionPaths } from "#config/paths.ts";

/**
 * Gives the rituals from a process of its own, so that they go on when the person detaches. It carries the place of the
 * session's mail, by which `unsummon` finds and ends it.
 */
export function heraldRituals(session: string, { env, directory, lang }: Context, roles: readonly string[] = []): void {
  const verb = ["ritual", ...roles, "--wait", "--session", session, "--lang", lang];
  const args = [join(packageRoot(), "dist", "main.js"), ...verb];
  spawn(process.execPath, args, {
    env: { ...env, OVLD_RELAY_DIR: sessionPaths(resolvePaths(env), session).relay },
    cwd: directory,
    detached: true,
    stdio: "ignore",
  }).unref();
}
