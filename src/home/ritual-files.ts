import { existsSync } from "node:fs";
import { join } from "node:path";
import { readText } from "#base/files.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { packageRoot } from "./package-root.ts";
import type { Paths } from "./paths.ts";

export interface RitualSearch {
  paths: Paths;
  /** The project directory; its `rituals/` folder comes first. */
  directory: string;
  lang: "en" | "ja";
}

export interface RitualText {
  file: string;
  text: string;
}

/** A role's ritual from the project, else the user, else built in; in each the file of the language first. */
export async function readRitual(name: string, { paths, directory, lang }: RitualSearch): Promise<RitualText> {
  const folders = [join(directory, "rituals"), paths.rituals, join(packageRoot(), "rituals")];
  const candidates = folders.flatMap((folder) => [join(folder, lang, name), join(folder, name)]);
  const file = candidates.find((candidate) => existsSync(candidate));
  const text = file === undefined ? undefined : await readText(file);
  if (file === undefined || text === undefined)
    throw new OvldError("ritual-missing", { file: join(folders[0] as string, name), folders });
  return { file, text };
}
