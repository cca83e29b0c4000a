import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Context } from "#cli/context.ts";
import { packageRoot } from "#config/package-root.ts";

/**
 * Gives the rituals from a process of its own, so that they go on when the person detaches. It carries the session's name, by
 * which `unsummon` finds and ends it.
 */
export function heraldRituals(session: string, { env, directory, lang }: Context): void {
  const args = [join(packageRoot(), "dist", "main.js"), "ritual", "--session", session, "--lang", lang];
  spawn(process.execPath, args, {
    env: { ...env, OVLD_SESSION: session },
    cwd: directory,
    detached: true,
    stdio: "ignore",
  }).unref();
}
