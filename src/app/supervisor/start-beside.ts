import { join } from "node:path";
import type { Services } from "#app/services.ts";
import { reasonOf } from "#errors/ovld-error.ts";
import { packageRoot } from "#home/package-root.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";

export type BesideServices = Pick<Services, "env" | "lang" | "tell" | "adapters">;

/** Runs an `ovld` command for an army in the background. `unsummon` finds it by OVLD_RELAY_DIR in its environment. */
export function startBeside(
  session: string,
  command: readonly string[],
  directory: string,
  { env, lang, tell, adapters }: BesideServices,
): Promise<void> {
  const args = [join(packageRoot(), "dist", "main.cjs"), ...command, "--session", session, "--lang", lang];
  return adapters.startDetached(process.execPath, args, {
    env: { ...env, OVLD_RELAY_DIR: sessionPaths(resolvePaths(env), session).relay },
    directory,
    onError: (error) => tell({ what: "not-started", command: `ovld ${command[0]}`, reason: reasonOf(error) }),
  });
}
