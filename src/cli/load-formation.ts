import { type Formation, formationFrom } from "#army/formation.ts";
import { readFormationFile } from "#config/formation-files.ts";
import { resolvePaths } from "#config/paths.ts";
import type { Context } from "./context.ts";

/** A formation by its name, read and checked. */
export async function loadFormation(name: string, { env }: Context): Promise<Formation> {
  return formationFrom(name, readFormationFile(name, resolvePaths(env)));
}
