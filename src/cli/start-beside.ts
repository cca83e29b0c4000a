import { spawn } from "node:child_process";
import { join } from "node:path";
import { reasonOf } from "#errors/ovld-error.ts";
import { packageRoot } from "#home/package-root.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { Context } from "./context.ts";

/**
 * Runs a verb for an army in a process of its own, which goes on when this one ends. It carries the place of the session's
 * mail, by which `unsummon` finds and ends it.
 */
export function startBeside(
  session: string,
  verb: readonly string[],
  directory: string,
  { env, lang, out }: Pick<Context, "env" | "lang" | "out">,
): void {
  const args = [join(packageRoot(), "dist", "main.js"), ...verb, "--session", session, "--lang", lang];
  const child = spawn(process.execPath, args, {
    env: { ...env, OVLD_RELAY_DIR: sessionPaths(resolvePaths(env), session).relay },
    cwd: directory,
    detached: true,
    stdio: "ignore",
  });
  child.on("error", (error) => out.note(`ovld: ovld ${verb[0]}: ${reasonOf(error)}`));
  child.unref();
}
