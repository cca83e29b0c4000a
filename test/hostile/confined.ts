import { mkdir } from "node:fs/promises";
import { ownPlaces } from "#agent-cli/claude/own-places.ts";
import { writePaths } from "#app/confine/write-paths.ts";
import { writePolicy } from "#app/confine/write-policy.ts";
import { bubblewrap } from "#sandbox/bubblewrap/bubblewrap.ts";
import type { TemporaryArmy } from "#test/support/temporary-army.ts";

export type Argv = [string, ...string[]];

/** Wraps a command like the next agent of an army that was summoned with `--sandbox bubblewrap`. */
export async function confined(
  argv: Argv,
  { env, paths }: TemporaryArmy,
  { folder, directory }: { folder: string; directory: string },
): Promise<Argv> {
  const sandbox = bubblewrap({ program: "bwrap" });
  const agents = [{ ownPlaces }];
  const scope = {
    platform: process.platform,
    env,
    project: directory,
    paths,
    sessionFolder: folder,
    agents,
    extra: [],
  };
  const policy = writePolicy(await writePaths(scope));
  for (const made of sandbox.folders(policy)) await mkdir(made, { recursive: true, mode: 0o700 });
  return sandbox.wrap(argv, policy, folder);
}
