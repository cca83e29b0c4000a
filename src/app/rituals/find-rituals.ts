import type { Services } from "#app/services.ts";
import { type Formation, ritualFile } from "#army/formation.ts";
import { resolvePaths } from "#home/paths.ts";
import { type RitualSearch, readRitual } from "#home/ritual-files.ts";
import type { Ritual } from "./give-rituals.ts";

export interface FoundRitual extends Ritual {
  file: string;
}

export interface RitualOptions {
  isNeeded?: ((role: string) => boolean) | undefined;
  /** Roles of the army with a worktree of their own. Each ritual then explains how the roles share their work. */
  inFields?: readonly string[];
}

/** Reads the ritual of every role. A missing file throws with its path, unless the role does not need its ritual. */
export async function findRituals(
  { roles }: Formation,
  directory: string,
  { env, lang }: Services,
  { isNeeded = () => true, inFields = [] }: RitualOptions = {},
): Promise<FoundRitual[]> {
  const search: RitualSearch = { paths: resolvePaths(env), directory, lang };
  const read = async (role: Formation["roles"][number]): Promise<FoundRitual[]> => {
    try {
      const { file, text } = await readRitual(ritualFile(role), search);
      const part = inFields.includes(role.id) ? "builder" : "lead";
      const more = inFields.length > 0 ? `\n${(await readRitual(`fields/${part}.md`, search)).text}` : "";
      return [{ role: role.id, file, text: `${text}${more}` }];
    } catch (error) {
      if (isNeeded(role.id)) throw error;
      return [];
    }
  };
  return (await Promise.all(roles.map(read))).flat();
}
