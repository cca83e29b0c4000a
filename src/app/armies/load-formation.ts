import type { Services } from "#app/services.ts";
import { type Formation, formationFrom } from "#army/formation.ts";
import { readFormationFile } from "#home/formation-files.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";

/** A formation by its name, read and checked. */
export async function loadFormation(name: string, { env }: Services): Promise<Formation> {
  return formationFrom(name, readFormationFile(name, resolvePaths(env)));
}

/** The formation an army was summoned with, even if its file has changed since. */
export async function formationOf(entry: SessionEntry, services: Services): Promise<Formation> {
  const { name, formation, summonedWith } = entry;
  if (!summonedWith) return loadFormation(formation, services);
  const file = sessionPaths(resolvePaths(services.env), name).record;
  return formationFrom(formation, { file, value: summonedWith.formation, at: () => ({ line: 1, column: 1 }) });
}
