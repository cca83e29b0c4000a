import type { Services } from "#app/services.ts";
import { type Formation, ritualFile } from "#army/formation.ts";
import { resolvePaths } from "#home/paths.ts";
import { readRitual } from "#home/ritual-files.ts";
import type { Ritual } from "./give-rituals.ts";

export interface FoundRitual extends Ritual {
  file: string;
}

/** Reads the ritual of every role. A missing file throws with its path, unless the role does not need its ritual. */
export async function findRituals(
  { roles }: Formation,
  directory: string,
  { env, lang }: Services,
  isNeeded: (role: string) => boolean = () => true,
): Promise<FoundRitual[]> {
  const paths = resolvePaths(env);
  const read = async (role: Formation["roles"][number]): Promise<FoundRitual[]> => {
    try {
      return [{ role: role.id, ...(await readRitual(ritualFile(role), { paths, directory, lang })) }];
    } catch (error) {
      if (isNeeded(role.id)) throw error;
      return [];
    }
  };
  return (await Promise.all(roles.map(read))).flat();
}
