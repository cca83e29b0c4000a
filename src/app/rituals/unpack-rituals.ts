import { existsSync } from "node:fs";
import type { Services } from "#app/services.ts";
import { resolvePaths } from "#home/paths.ts";
import { builtInRituals, putFile } from "#home/put-files.ts";

/** Whether this ovld home was never set up, neither by `summon` nor by `ovld init`. */
export function isFirstTime({ env }: Pick<Services, "env">): boolean {
  const { config, rituals } = resolvePaths(env);
  return !existsSync(config) && !existsSync(rituals);
}

/** Copies the built-in rituals into the ovld home. The army already runs, so a failure is only reported. */
export async function unpackRituals({ env, clock, tell }: Services): Promise<void> {
  try {
    for (const { file, content } of await builtInRituals(resolvePaths(env).rituals))
      await putFile(file, content, false, clock);
  } catch (error) {
    tell({ what: "rituals-not-unpacked", error });
  }
}
